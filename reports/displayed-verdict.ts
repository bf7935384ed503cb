import { greenVerdicts, type Verdict, verdicts } from '#harness/verdict.ts'

/** Verdict as shown to users, or `not-run` for a planned check without an event. */
export type DisplayedVerdict = Verdict | 'not-run'

/** Verdicts from the best to the worst. */
export const displayedVerdicts: readonly DisplayedVerdict[] = verdicts.flatMap(
  (verdict): DisplayedVerdict[] => (verdict === 'broken' ? ['not-run', 'broken'] : [verdict]),
)

const verdictTexts: Readonly<Record<DisplayedVerdict, string>> = {
  held: 'held',
  observed: 'observed',
  'not-applicable': 'not applicable',
  'known-failing': 'known failing',
  warned: 'warned',
  inconclusive: 'inconclusive',
  unstable: 'unstable',
  untestable: 'untestable',
  'not-run': 'not run',
  broken: 'broken',
  crashed: 'crashed',
  'harness-fault': 'harness fault',
}

/** Returns the label of a verdict. */
export function verdictWords(verdict: DisplayedVerdict): string {
  return verdictTexts[verdict]
}

/** Reports whether a verdict leaves the run green. */
export function isGreen(verdict: DisplayedVerdict): boolean {
  return verdict !== 'not-run' && greenVerdicts.has(verdict)
}

/** Returns the displayed verdict of a check. */
export function displayedVerdict(check: {
  readonly verdict: Verdict
  readonly ran: boolean
}): DisplayedVerdict {
  return check.ran ? check.verdict : 'not-run'
}

/** Returns the worst of the displayed verdicts, or `not-run` if there are none. */
export function worstDisplayed(checkVerdicts: readonly DisplayedVerdict[]): DisplayedVerdict {
  const firstVerdict = checkVerdicts[0] ?? 'not-run'
  return checkVerdicts.reduce(
    (worse, next) => (displayRank(next) > displayRank(worse) ? next : worse),
    firstVerdict,
  )
}

/** Returns the severity of a verdict, 0 for the best. */
export function displayRank(verdict: DisplayedVerdict): number {
  return displayedVerdicts.indexOf(verdict)
}

/** Returns a number with its noun, such as `1 check` or `2 checks`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`
}

/**
 * Returns the label of a check in lists of failures. A check that an out-of-date entry excuses has a separate label.
 */
export function checkWords(check: {
  readonly verdict: Verdict
  readonly ran: boolean
  readonly known: { readonly passes: boolean; readonly expired?: true } | null
  readonly refusedStart?: true
}): string {
  if (check.known?.passes === true) return 'passes now'
  if (check.known?.expired === true) return 'entry expired'
  return isRefusedStart(check) ? 'refused to start' : verdictWords(displayedVerdict(check))
}

/** Reports whether a check is broken because the program refused to start. */
export function isRefusedStart(check: {
  readonly verdict: Verdict
  readonly ran: boolean
  readonly refusedStart?: true
}): boolean {
  return check.refusedStart === true && displayedVerdict(check) === 'broken'
}
