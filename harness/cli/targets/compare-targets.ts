import { isExcluded, type ExcludedRule, type Rule } from '../../catalogue.ts'
import { HarnessError } from '../../errors.ts'
import type { CheckEvent, RunEvent } from '../../events.ts'
import { type ComparisonResult, comparedObservation, type Difference } from '../../generate/compare-many.ts'
import { invocationOf } from '../../repro/command.ts'
import { execute } from '../../run/execute.ts'
import type { Product } from '../../run/product.ts'
import type { CompareTargetsOptions } from '../line/compare-options.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from '../line/exit-codes.ts'
import { targetFor } from './target-for.ts'

const comparedPrefix = 'generated.files.'

const isComparable = (rule: Rule | ExcludedRule): boolean =>
  !isExcluded(rule) && rule.id.startsWith(comparedPrefix)

/**
 * Tests two implementations with the same generated configuration files, and prints each kind of difference with its
 * smallest file.
 * @returns the exit code of nonconformance if no known deviation explains a difference
 */
export async function compareTargetsCommand(
  { generate, target: named = [], only, seed, out }: CompareTargetsOptions,
  { product, argv }: { readonly product: Product; readonly argv: readonly string[] },
): Promise<ExitCode> {
  const [first, second] = named
  if (first === undefined || second === undefined || named.length > 2)
    throw new HarnessError(
      'usage',
      'compare --generate compares two implementations: give --target twice, as names or target files.',
    )
  const target = await targetFor({ target: first, program: [] }, product)
  const secondTarget = await targetFor({ target: second, program: [] }, product)
  const invocation = invocationOf({ target: first, out })
  const result = await execute(
    target,
    {
      out,
      only: only ?? [`${comparedPrefix}*`],
      jobs: 1,
      seed,
      generate,
      against: secondTarget,
      thorough: false,
      judgesOnce: true,
    },
    { product, argv, isInScope: isComparable, invocation, writer: 'compare' },
    { live: () => ({ event: () => {}, end: () => {} }) },
  )
  if (result.interrupted) return exitCodes.interrupted
  process.stdout.write(comparisonText(result.events, [first, second]))
  return exitCodeOfRun(result.events)
}

/** Returns the differences between two targets as text for the terminal. */
export function comparisonText(events: readonly RunEvent[], names: readonly [string, string]): string {
  const checks = events.filter((event): event is CheckEvent => event.type === 'check')
  const parts = checks.map((check) => {
    const observation = check.observations.find(({ what }) => what === comparedObservation)
    const { rule, verdict, reason = 'no reason' } = check
    if (observation === undefined) return `${rule}: not compared (${verdict}): ${reason}\n`
    const { seed, cases, perSecond, differences } = observation.value as ComparisonResult
    const countsText = `${cases} files, ${perSecond} a second, seed ${seed}`
    const kindsText =
      differences.length === 1 ? '1 kind of difference' : `${differences.length} kinds of differences`
    return `${rule}: ${countsText}; ${kindsText}\n${differences.map((one) => differenceText(one, names)).join('')}`
  })
  return parts.join('\n')
}

function differenceText(
  { about, outcomes, cases, known, smallest }: Difference,
  names: readonly string[],
): string {
  const behaviour = outcomes.map((outcome, at) => `${names[at]} ${outcome}`).join(', ')
  const label = known.length === 0 ? 'FINDING' : 'known  '
  const deviationText = known.map((one) => `           ${one}\n`).join('')
  return `  ${label}  ${about}: ${behaviour} (${cases} ${cases === 1 ? 'file' : 'files'})\n${deviationText}           ${JSON.stringify(smallest)}\n`
}
