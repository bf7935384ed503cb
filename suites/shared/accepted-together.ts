import { expectReadyAmong } from '#harness/check/launching.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { expectAccepted, sharedOutcome } from './api-server.ts'

/** Flags that servers start with, in as few starts as there can be. */
export interface AcceptedTogether {
  /**
   * Declares flags that a server accepts; the function that it gives expects so.
   * @param apartFrom flags that must not stand beside these
   */
  (flags: Flags, apartFrom?: readonly string[]): () => Promise<void>
}

interface Start {
  flags: Flags
  apartFrom: readonly string[]
  readonly outcome: ReturnType<typeof sharedOutcome>
}

/**
 * Lets the accepted flags of a suite file share starts: those in one start give no flag two values. Where a start is
 * refused, each is tried by itself, so that none is judged by what stands beside it.
 */
export function acceptedTogether(): AcceptedTogether {
  const starts: Start[] = []
  return (flags, apartFrom = []) => {
    let start = starts.find((each) => standTogether(each, flags, apartFrom))
    if (start === undefined) starts.push((start = emptyStart()))
    start.flags = { ...start.flags, ...flags }
    start.apartFrom = [...start.apartFrom, ...apartFrom]
    const { outcome } = start
    return async () => expectReadyAmong(await outcome(), () => expectAccepted({ flags }))
  }
}

function emptyStart(): Start {
  const start: Start = { flags: {}, apartFrom: [], outcome: sharedOutcome(() => ({ flags: start.flags })) }
  return start
}

function standTogether(start: Start, flags: Flags, apartFrom: readonly string[]): boolean {
  const given = new Map<string, unknown>(Object.entries(start.flags))
  return (
    Object.entries(flags).every(([flag, value]) => !given.has(flag) || given.get(flag) === value) &&
    !apartFrom.some((flag) => given.has(flag)) &&
    !start.apartFrom.some((flag) => flag in flags)
  )
}
