import type { Known } from './events.ts'

/** What a check or a rule can come to, from the best to the worst; a rule's verdict is the worst of its checks. */
export const verdicts = [
  'held',
  'observed',
  'not-applicable',
  'known-failing',
  'warned',
  'inconclusive',
  'unstable',
  'untestable',
  'broken',
  'crashed',
  'harness-fault',
] as const
/** One of the verdicts. */
export type Verdict = (typeof verdicts)[number]

/** Verdicts that leave the exit code at 0. */
export const greenVerdicts: ReadonlySet<Verdict> = new Set([
  'held',
  'observed',
  'not-applicable',
  'known-failing',
  'warned',
])

/** Verdicts of checks in which nothing went otherwise than it should. */
export const fineVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'not-applicable'])

/** Whether what is known of a check is out of date: an entry that leaves the run red until somebody looks at it. */
export function isOutOfDate(known: Pick<Known, 'passes' | 'expired'> | null | undefined): boolean {
  return known?.passes === true || known?.expired === true
}

/** Whether a check that was reported leaves the run red. */
export function isRed({ verdict, known }: Judged): boolean {
  return !greenVerdicts.has(verdict) || isOutOfDate(known)
}

interface Judged {
  readonly verdict: Verdict
  readonly known?: Pick<Known, 'passes' | 'expired'> | null
}

/** The worst of some verdicts, or `undefined` of none. */
export function worst(some: readonly Verdict[]): Verdict | undefined {
  return some.reduce<Verdict | undefined>(
    (worse, next) => (worse === undefined || verdicts.indexOf(next) > verdicts.indexOf(worse) ? next : worse),
    undefined,
  )
}
