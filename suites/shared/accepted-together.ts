import { expectReadyAmong } from '#kit'
import type { Flags } from '#kit/launch.ts'
import { expectAccepted, sharedOutcome } from './api-server.ts'

/** Flags that servers accept, in as few starts as possible. */
export interface AcceptedTogether {
  /**
   * Declares flags, and returns a function that expects that a server accepts them.
   * @param conflictingFlags flags that must not be combined with the declared flags
   */
  (flags: Flags, conflictingFlags?: readonly string[]): () => Promise<void>
}

interface Start {
  flags: Flags
  conflictingFlags: readonly string[]
  readonly outcome: ReturnType<typeof sharedOutcome>
}

/**
 * Shares starts between the accepted flags of a suite file. One start gives no flag two values. If a start is refused,
 * each set of flags is tried separately.
 */
export function acceptedTogether(): AcceptedTogether {
  const sharedStarts: Start[] = []
  return (flags, conflictingFlags = []) => {
    let start = sharedStarts.find((each) => isCompatible(each, flags, conflictingFlags))
    if (start === undefined) sharedStarts.push((start = emptyStart()))
    start.flags = { ...start.flags, ...flags }
    start.conflictingFlags = [...start.conflictingFlags, ...conflictingFlags]
    const { outcome } = start
    return async () => expectReadyAmong(await outcome(), () => expectAccepted({ flags }))
  }
}

function emptyStart(): Start {
  const start: Start = {
    flags: {},
    conflictingFlags: [],
    outcome: sharedOutcome(() => ({ flags: start.flags })),
  }
  return start
}

function isCompatible(start: Start, flags: Flags, conflictingFlags: readonly string[]): boolean {
  const startFlags = new Map<string, unknown>(Object.entries(start.flags))
  return (
    Object.entries(flags).every(([flag, value]) => !startFlags.has(flag) || startFlags.get(flag) === value) &&
    !conflictingFlags.some((flag) => startFlags.has(flag)) &&
    !start.conflictingFlags.some((flag) => flag in flags)
  )
}
