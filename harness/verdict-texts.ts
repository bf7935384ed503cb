import type { Verdict } from './verdict.ts'

/** Meaning of a verdict, and the next step for people. */
export interface VerdictText {
  readonly meaning: string
  readonly next: string
}

/** Texts of the verdicts, the source of every table in the documentation. */
export const verdictTexts: Readonly<Record<Verdict, VerdictText>> = {
  held: { meaning: 'The check passed.', next: 'Nothing.' },
  observed: {
    meaning: 'The documents leave this unspecified. The behavior was recorded.',
    next: 'Nothing. Observations of two implementations can be compared.',
  },
  'not-applicable': {
    meaning: 'The check requires a capability of the target, or a feature of the test host, that is missing.',
    next: 'Nothing, or provide what the reason names. A profile with such rules is not called conformant.',
  },
  'known-failing': {
    meaning: 'The check fails, and a baseline entry or a known deviation lists this failure.',
    next: 'Nothing. The run fails once the check passes, fails in another way, or the entry expires.',
  },
  warned: {
    meaning: 'A recommendation (SHOULD) is not followed.',
    next: 'Your decision. It does not fail the run.',
  },
  inconclusive: {
    meaning: 'The test machine was too slow to measure this.',
    next: 'Repeat the run on a less busy machine, with `--jobs 1`, or with longer limits.',
  },
  unstable: {
    meaning: 'Two attempts had different verdicts.',
    next: 'Compare the evidence of both attempts. A baseline cannot list it.',
  },
  untestable: {
    meaning:
      'A precondition of the check did not happen, so the check proves nothing. (Other tools call this *blocked*.)',
    next: 'Fix what the reason names first, such as the control check of a refusal.',
  },
  broken: {
    meaning:
      'The documents say MUST, and the implementation behaves differently. A program that exits with an error instead of starting is broken, too: *refused to start*.',
    next: 'Compare *expected* and *actual*, then read the evidence. After *refused to start*, read the error of the program, with which the reason begins, and the flags that its command added.',
  },
  crashed: {
    meaning:
      'The implementation ended by a signal or with a crash trace, exited while a check needed it, or never became ready.',
    next: 'Read the error and the last output in the reason.',
  },
  'harness-fault': {
    meaning: 'An internal error of the harness.',
    next: 'Report it, with the evidence.',
  },
}
