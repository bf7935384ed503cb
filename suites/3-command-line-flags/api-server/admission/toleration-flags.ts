import type { Flags } from '#kit/launch.ts'

export const conditions = { 'not-ready': 17, unreachable: 23 } as const

/** Flags of a server with toleration seconds that differ from the defaults. */
export const tolerationFlags: Flags = Object.fromEntries(
  Object.entries(conditions).map(([condition, seconds]) => [
    `--default-${condition}-toleration-seconds`,
    seconds,
  ]),
)
