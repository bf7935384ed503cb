/** What a check or a rule came to; see `docs/verdicts.md`. */
export type Verdict =
  | 'held'
  | 'observed'
  | 'not-applicable'
  | 'known-failing'
  | 'warned'
  | 'inconclusive'
  | 'untestable'
  | 'broken'
  | 'crashed'
  | 'harness-fault'

/** From the best to the worst; a rule's verdict is the worst of its checks. */
export const verdicts: readonly Verdict[] = [
  'held',
  'observed',
  'not-applicable',
  'known-failing',
  'warned',
  'inconclusive',
  'untestable',
  'broken',
  'crashed',
  'harness-fault',
]

/** Verdicts that leave the exit code at 0. */
export const greenVerdicts: ReadonlySet<Verdict> = new Set([
  'held',
  'observed',
  'not-applicable',
  'known-failing',
  'warned',
])

/** The worst of some verdicts, or `undefined` of none. */
export function worst(some: readonly Verdict[]): Verdict | undefined {
  return some.reduce<Verdict | undefined>(
    (worse, next) => (worse === undefined || verdicts.indexOf(next) > verdicts.indexOf(worse) ? next : worse),
    undefined,
  )
}
