import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Loop } from './controller.ts'
import { fault } from '../../quirks/quirks.ts'

/** Calls each volume plugin of the directory once, as `vendor~driver/driver init`. */
export function searchPlugins(loop: Loop): void {
  const directory = loop.config.value(
    '/PersistentVolumeBinderController/VolumeConfiguration/FlexVolumePluginDir',
  )
  for (const [number, name] of directoryEntries(directory).entries()) {
    if (number > 0 && fault('volume-plugins-searched-until-first')) return
    const driver = name.split('~').at(-1) ?? name
    execFile(join(directory, name, driver), ['init'], () => {})
  }
}

function directoryEntries(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}
