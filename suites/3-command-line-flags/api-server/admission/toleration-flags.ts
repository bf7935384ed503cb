import type { Flags } from '#kit/launch.ts'

export const conditions = { 'not-ready': 17, unreachable: 23 } as const

const flagsWith = (secondsOf: (seconds: number) => number): Flags =>
  Object.fromEntries(
    Object.entries(conditions).map(([condition, seconds]) => [
      `--default-${condition}-toleration-seconds`,
      secondsOf(seconds),
    ]),
  )

/** Flags of a server with toleration seconds that differ from the defaults. */
export const tolerationFlags = flagsWith((seconds) => seconds)

/** Flags of a server whose default tolerations end at once. */
export const endedTolerationFlags = flagsWith(() => 0)
