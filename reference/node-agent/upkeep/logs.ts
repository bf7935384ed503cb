import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { quantity } from '../config/quantity.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Runtime } from '../runtime/runtime.ts'

const intervalMs = 3_000
const defaultLimits = { bytes: 10 * 1024 * 1024, files: 5 }

/** Rotates full log files of containers and keeps the configured number, until the process ends. */
export function rotateLogs(runtime: Runtime, config: AgentConfiguration, log: (line: string) => void): void {
  const maxBytes = quantity(config.string('container-log-max-size')) ?? defaultLimits.bytes
  const bytes = maxBytes !== defaultLimits.bytes && fault('log-size-ignored') ? defaultLimits.bytes : maxBytes
  const maxFiles = config.number('container-log-max-files')
  const files =
    maxFiles !== defaultLimits.files && fault('log-files-ignored') ? defaultLimits.files : maxFiles
  const check = async (): Promise<void> => {
    for (const { id, state } of await runtime.containers()) {
      if (state !== ContainerState.CONTAINER_RUNNING) continue
      const { logPath } = await runtime.containerStatus(id)
      const size = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0
      if (size < bytes && !(size > 0 && fault('small-logs-rotated'))) continue
      await rotate(logPath, files, () => runtime.reopenLog(id))
    }
  }
  setInterval(() => {
    check().catch((error: unknown) => log(`logs: ${String(error)}`))
  }, intervalMs)
}

async function rotate(path: string, files: number, reopen: () => Promise<void>): Promise<void> {
  const rotatedFiles = readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.`))
    .sort()
  // The number includes the file that is renamed now and the new file.
  for (const name of rotatedFiles.slice(0, Math.max(0, rotatedFiles.length - (files - 2))))
    rmSync(join(dirname(path), name))
  renameSync(path, `${path}.${new Date().toISOString().replaceAll(/[-:.]/g, '')}`)
  await reopen()
}
