/** Properties of a kind of input files. */
export interface InputKindProperties {
  /** Name in messages: `a target file`. */
  readonly name: string
  /** Maximum size in bytes. */
  readonly most: number
}

const kib = 1024
const mib = 1024 * kib

/** Kinds of input files. Each limit is far above the size of any valid file, and quick to read. */
export const inputKinds = {
  target: { name: 'a target file', most: mib },
  baseline: { name: 'a baseline', most: 4 * mib },
  script: { name: 'a script of a peer', most: mib },
  list: { name: 'a list', most: 4 * mib },
  reach: { name: 'a recording of reached code', most: 256 * mib },
  diff: { name: 'a diff', most: 64 * mib },
  mutants: { name: 'a list of mutants', most: 128 * mib },
  exclusions: { name: 'a list of exclusions', most: 4 * mib },
  key: { name: 'a key', most: 64 * kib },
  certificate: { name: 'a certificate', most: 64 * mib },
  lock: { name: 'the lock of a run', most: 64 * kib },
  events: { name: 'an events.jsonl', most: 256 * mib },
  run: { name: 'a run.json', most: 256 * mib },
  evidence: { name: 'a pack of evidence', most: 256 * mib },
  timeline: { name: 'a timeline', most: 128 * mib },
  repro: { name: 'a repro.json', most: 16 * mib },
  recorded: { name: 'a file of a reproduction', most: 128 * mib },
  bundled: { name: 'a file of a bundle', most: kib * mib },
} as const satisfies Readonly<Record<string, InputKindProperties>>

export type InputKind = keyof typeof inputKinds

/** Returns a number of bytes as readable text. */
export function sizeText(bytes: number): string {
  const [unit, name] = bytes >= kib * mib ? [kib * mib, 'GiB'] : bytes >= mib ? [mib, 'MiB'] : [kib, 'KiB']
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`
}
