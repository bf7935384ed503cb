/** A moment of a start: from the program's start, or from the first thing that it answers. */
export interface Due {
  readonly afterMs: number
  readonly from: 'start' | 'first answer'
}

/** One server's start: its flags, what its store does meanwhile, and what else happens. */
export interface Starting {
  readonly livezGraceMs?: number
  readonly storageTimeoutMs?: number
  /** `stalled`: the store takes connections and tells that it is healthy, but answers nothing about any key. */
  readonly store: 'stalled' | 'absent'
  /** When the store answers; with a grace period, that much after it has ended. */
  readonly storeBack?: Due
  /** When termination is requested. */
  readonly signal?: Due
  /** How long to look for what may never come, from the last of these moments on. */
  readonly giveUpAfterMs: number
}

/** The starts that the documents tell apart, and those that they leave open. */
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
