import type { Outcome, RunResult } from './result.ts'
import { count, isGreen, shownOf } from './shown.ts'

const titles: Readonly<Record<Outcome, string>> = {
  conformant: 'Conformant',
  nonconformant: 'Nonconformant',
  usage: 'Harness fault',
  configFault: 'Harness fault',
  incomplete: 'Not all rules could be tested',
  crashed: 'The implementation crashed',
  harnessFault: 'Harness fault',
  stale: 'A known failure passes now',
  inconclusive: 'Inconclusive',
  interrupted: 'Interrupted',
}

/** How the run ended in a few words, and one sentence that says why. */
export function headlineOf(result: RunResult): { readonly title: string; readonly detail: string } {
  return { title: titles[result.outcome], detail: detailOf(result) }
}

function detailOf(result: RunResult): string {
  const { rules, checks } = result.plan
  const whole = `${count(rules, 'rule')}, ${count(checks, 'check')}`
  const has = (red: (check: RunResult['checks'][number]) => boolean): string =>
    `${ruleCount(result, red)} of ${count(rules, 'rule')}`
  const notRun = result.notRun === 0 ? '' : `${result.notRun} of ${count(checks, 'check')} did not run.`
  const broken = `${has((check) => check.verdict === 'broken')} broken.`
  switch (result.outcome) {
    case 'conformant':
      return `${whole}: nothing is broken.`
    case 'nonconformant':
      return `${broken} ${notRun}`.trim()
    case 'interrupted':
      return `${notRun} What follows is partial and proves nothing as a whole.`.trim()
    case 'incomplete':
      return `${has((check) => check.verdict === 'untestable')} could not be tested.`
    case 'crashed':
      return `${has((check) => check.verdict === 'crashed')} lost the implementation while it was checked.`
    case 'stale':
      return 'Remove the entries of the checks that pass now from the baseline, the dialect or the target file.'
    case 'inconclusive':
      return `${has((check) => check.verdict === 'inconclusive')} could not be measured well enough; run them again.`
    default:
      return `The run itself failed, so it says nothing about the implementation as a whole. ${notRun}`.trim()
  }
}

/** How many rules have a check that meets a condition. */
function ruleCount(result: RunResult, meets: (check: RunResult['checks'][number]) => boolean): number {
  return new Set(result.checks.filter((check) => check.ran && meets(check)).map((check) => check.rule)).size
}

/** The checks that ran and leave the run red, the worst first within the order of the plan. */
export function redChecks(result: RunResult): RunResult['checks'] {
  return result.checks.filter(
    (check) => check.ran && (!isGreen(shownOf(check)) || check.known?.passes === true),
  )
}
