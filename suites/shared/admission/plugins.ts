import { objectLooks } from './object-looks.ts'
import type { Look } from './plugin-world.ts'
import { podLooks } from './pod-looks.ts'

/** Observation of each plugin with externally visible behaviour. */
export const looks = { ...podLooks, ...objectLooks } satisfies Record<string, Look>

/** A plugin with externally visible behaviour. */
export type SeenPlugin = keyof typeof looks

const isSeen = (name: string): name is SeenPlugin => name in looks

/** Returns the plugins of a list with externally visible behaviour. */
export function seenOf(names: readonly string[]): SeenPlugin[] {
  return names.filter(isSeen)
}

/** Returns the place of a list of plugins in the documents. */
export function pluginRows(rows: readonly string[], aspect?: string) {
  const section = 'Admission plugins (for `--enable-admission-plugins` and `--disable-admission-plugins`)'
  return { document: 3, section, rows, ...(aspect && { aspect }) } as const
}
