/** A moment of a start, relative to the start of the program or to its first response. */
export interface ScheduledAction {
  readonly afterMs: number
  readonly from: 'start' | 'first answer'
}

/** The start of one server: its flags, the behaviour of its store, and other events. */
export interface Starting {
  readonly livezGraceMs?: number
  readonly storageTimeoutMs?: number
  /**
   * `stalled`: the store accepts connections and reports that it is healthy, but does not respond to requests about any
   * key.
   */
  readonly store: 'stalled' | 'absent'
  /** Time at which the store responds, to which the grace period is added, if any. */
  readonly storeBack?: ScheduledAction
  /** Time of the termination request. */
  readonly signal?: ScheduledAction
  /** Longest observation of an event that may never happen, from the last of these moments on. */
  readonly giveUpAfterMs: number
}

/** Starts that the documents distinguish, and starts that they leave open. */
export const startings = {
  'grace period, stalled storage': {
    livezGraceMs: 5_000,
    store: 'stalled',
    storeBack: { afterMs: 2_000, from: 'first answer' },
    giveUpAfterMs: 15_000,
  },
  'slow storage': {
    storageTimeoutMs: 60_000,
    store: 'stalled',
    storeBack: { afterMs: 2_500, from: 'first answer' },
    giveUpAfterMs: 15_000,
  },
  'storage slower than its time': {
    storageTimeoutMs: 1_000,
    store: 'stalled',
    storeBack: { afterMs: 3_500, from: 'first answer' },
    giveUpAfterMs: 15_000,
  },
  'absent storage': { store: 'absent', storeBack: { afterMs: 3_000, from: 'start' }, giveUpAfterMs: 10_000 },
  'signal during start-up': {
    store: 'stalled',
    signal: { afterMs: 500, from: 'first answer' },
    giveUpAfterMs: 4_000,
  },
} as const satisfies Readonly<Record<string, Starting>>

export type StartingName = keyof typeof startings
