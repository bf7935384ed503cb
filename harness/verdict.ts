import type { Level } from './catalogue.ts'
import type { Known } from './events.ts'

/** Verdicts of a check or a rule, from the best to the worst; a rule's verdict is the worst of its checks. */
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
/** Verdict of a check or a rule. */
export type Verdict = (typeof verdicts)[number]

/** Returns the verdict on a check whose comparisons all passed. */
export function passedVerdict(level: Level): Verdict {
  return level === 'UNSPECIFIED' ? 'observed' : 'held'
}

/** Returns the verdict on a check with a failed comparison. */
export function failedVerdict(level: Level): Verdict {
  return level === 'MUST' ? 'broken' : level === 'SHOULD' ? 'warned' : 'untestable'
}

/** Verdicts that leave the exit code at 0. */
export const greenVerdicts: ReadonlySet<Verdict> = new Set([
  'held',
  'observed',
  'not-applicable',
  'known-failing',
  'warned',
])

/** Verdicts of checks without a failure. */
export const fineVerdicts: ReadonlySet<Verdict> = new Set(['held', 'observed', 'not-applicable'])

/**
 * Reports whether the known failure of a check is out of date: an entry that leaves the run red until a user updates
 * the entry.
 */
export function isOutOfDate(known: Pick<Known, 'passes' | 'expired'> | null | undefined): boolean {
  return known?.passes === true || known?.expired === true
}

/** Reports whether a check leaves the run red. */
export function isRed({ verdict, known }: JudgedCheck): boolean {
  return !greenVerdicts.has(verdict) || isOutOfDate(known)
}

interface JudgedCheck {
  readonly verdict: Verdict
  readonly known?: Pick<Known, 'passes' | 'expired'> | null
}

/** Returns the worst of the verdicts, or `undefined` if there are none. */
export function worstVerdict(checkVerdicts: readonly Verdict[]): Verdict | undefined {
  return checkVerdicts.reduce<Verdict | undefined>(
    (worse, next) => (worse === undefined || verdicts.indexOf(next) > verdicts.indexOf(worse) ? next : worse),
    undefined,
  )
}
