import { objectLooks } from './object-looks.ts'
import type { Look } from './plugin-world.ts'
import { podLooks } from './pod-looks.ts'

/** How each plugin is looked at that can be seen from outside. */
export const looks = { ...podLooks, ...objectLooks } satisfies Record<string, Look>

/** A plugin whose doings can be seen from outside. */
export type SeenPlugin = keyof typeof looks

const isSeen = (name: string): name is SeenPlugin => name in looks

/** Those of a list whose doings can be seen from outside. */
export function seenOf(names: readonly string[]): SeenPlugin[] {
  return names.filter(isSeen)
}

/** Where the documents list some plugins. */
export function pluginRows(rows: readonly string[], aspect?: string) {
  const section = 'Admission plugins (for `--enable-admission-plugins` and `--disable-admission-plugins`)'
  return { document: 3, section, rows, ...(aspect && { aspect }) } as const
}
