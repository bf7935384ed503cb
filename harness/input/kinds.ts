/** Properties of a kind of input files. */
export interface InputKindProperties {
  /** Name in messages: `a target file`. */
  readonly name: string
  /** Maximum size in bytes. */
  readonly maxBytes: number
}

const kib = 1024
const mib = 1024 * kib

/** Kinds of input files. Each limit is far above the size of any valid file, and quick to read. */
export const inputKinds = {
  target: { name: 'a target file', maxBytes: mib },
  baseline: { name: 'a baseline', maxBytes: 4 * mib },
  script: { name: 'a script of a peer', maxBytes: mib },
  list: { name: 'a list', maxBytes: 4 * mib },
  reach: { name: 'a recording of reached code', maxBytes: 256 * mib },
  diff: { name: 'a diff', maxBytes: 64 * mib },
  mutants: { name: 'a list of mutants', maxBytes: 128 * mib },
  exclusions: { name: 'a list of exclusions', maxBytes: 4 * mib },
  key: { name: 'a key', maxBytes: 64 * kib },
  certificate: { name: 'a certificate', maxBytes: 64 * mib },
  lock: { name: 'the lock of a run', maxBytes: 64 * kib },
  events: { name: 'an events.jsonl', maxBytes: 256 * mib },
  run: { name: 'a run.json', maxBytes: 256 * mib },
  evidence: { name: 'a pack of evidence', maxBytes: 256 * mib },
  timeline: { name: 'a timeline', maxBytes: 128 * mib },
  repro: { name: 'a repro.json', maxBytes: 16 * mib },
  recorded: { name: 'a file of a reproduction', maxBytes: 128 * mib },
  bundled: { name: 'a file of a bundle', maxBytes: kib * mib },
} as const satisfies Readonly<Record<string, InputKindProperties>>

export type InputKind = keyof typeof inputKinds

/** Returns a number of bytes as readable text. */
export function sizeText(bytes: number): string {
  const [unit, name] = bytes >= kib * mib ? [kib * mib, 'GiB'] : bytes >= mib ? [mib, 'MiB'] : [kib, 'KiB']
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`
}
