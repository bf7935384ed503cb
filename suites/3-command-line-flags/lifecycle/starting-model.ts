/** One server's start: its flags, what its store does meanwhile, and what else happens. */
export interface Starting {
  readonly livezGraceMs?: number
  readonly storageTimeoutMs?: number
  /** `stalled`: the store takes connections and tells that it is healthy, but answers nothing about any key. */
  readonly store: 'stalled' | 'absent'
  /** When the store answers, from the start of the program on. */
  readonly storeBackAfterMs?: number
  /** When termination is requested, from the start of the program on. */
  readonly signalAfterMs?: number
  /** How long to look for what may never come, from the start of the program on. */
  readonly giveUpAfterMs: number
}

/** The starts that the documents tell apart, and those that they leave open. */
export const startings = {
  'grace period, stalled storage': {
    livezGraceMs: 6_000,
    store: 'stalled',
    storeBackAfterMs: 9_500,
    giveUpAfterMs: 25_000,
  },
  'slow storage': {
    storageTimeoutMs: 30_000,
    store: 'stalled',
    storeBackAfterMs: 5_000,
    giveUpAfterMs: 25_000,
  },
  'storage slower than its time': {
    storageTimeoutMs: 2_000,
    store: 'stalled',
    storeBackAfterMs: 7_000,
    giveUpAfterMs: 25_000,
  },
  'absent storage': { store: 'absent', storeBackAfterMs: 4_000, giveUpAfterMs: 12_000 },
  'signal during start-up': { store: 'stalled', signalAfterMs: 4_000, giveUpAfterMs: 8_000 },
} as const satisfies Readonly<Record<string, Starting>>

export type StartingName = keyof typeof startings
