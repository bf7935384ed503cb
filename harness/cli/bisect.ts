import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { CheckEvent } from '../events.ts'
import { invocationOf } from '../repro/command.ts'
import { exitCodeOfRun, exitCodes, type ExitCode } from './line/exit-codes.ts'
import { execute } from '../run/execute.ts'
import type { RunOptions, RunScope } from './run.ts'
import { targetFor } from './targets/target-for.ts'
import { readCatalogue } from './catalogue/list.ts'

/** The options of `bisect` as the command line gives them. */
export interface BisectOptions
  extends Pick<RunOptions, 'target' | 'program' | 'limit' | 'out' | 'jobs' | 'seed' | 'thorough'> {
  /** The build in which the check holds. */
  readonly good?: string
  /** Later builds, the oldest first; the check fails in the last one. */
  readonly bad?: readonly string[]
}

/** Result of the check with one build. */
type BuildVerdict = 'good' | 'bad'

/**
 * Returns the first build of a list in which a check fails, found by halving. The last build is bad, and the build
 * before the list is good.
 * @param isBad tests a build; throws if the build is neither good nor bad
 */
export async function firstBadBuild(
  builds: readonly string[],
  isBad: (build: string) => Promise<boolean>,
): Promise<string | undefined> {
  let [low, high] = [0, builds.length - 1]
  while (low < high) {
    const middleIndex = Math.floor((low + high) / 2)
    if (await isBad(builds[middleIndex] ?? '')) high = middleIndex
    else low = middleIndex + 1
  }
  return builds[low]
}

/** Runs one check on a list of builds, and prints the first build in which the check fails. */
export async function bisectCommand(id: string, options: BisectOptions, scope: RunScope): Promise<ExitCode> {
  const { good, bad = [] } = options
  const lastBuild = bad.at(-1)
  if (good === undefined || lastBuild === undefined)
    throw new HarnessError(
      'usage',
      'Give the build in which the check holds, --good BINARY, and later ones, --bad BINARY, the oldest first.',
    )
  for (const build of [good, ...bad])
    if (!existsSync(build)) throw new HarnessError('usage', `${build}: there is no such program.`)
  const role = await roleOf(id, scope)
  const verdicts = new Map<string, BuildVerdict>()
  const isBadBuild = async (build: string, position: number): Promise<boolean> => {
    const verdict = await judge(id, `${role}=${build}`, join(options.out, String(position)), options, scope)
    verdicts.set(build, verdict)
    process.stdout.write(`${verdict === 'bad' ? 'bad ' : 'good'} ${build}\n`)
    return verdict === 'bad'
  }
  if (await isBadBuild(good, 0))
    throw new HarnessError(
      'usage',
      `${id} fails in ${good} as well, which --good names. Give an older build.`,
    )
  if (!(await isBadBuild(lastBuild, bad.length)))
    throw new HarnessError(
      'usage',
      `${id} holds in ${lastBuild}, the last of --bad. There is nothing to find.`,
    )
  const firstBad = await firstBadBuild(bad, async (build) => {
    const earlierVerdict = verdicts.get(build)
    return earlierVerdict === undefined ? isBadBuild(build, bad.indexOf(build) + 1) : earlierVerdict === 'bad'
  })
  if (firstBad === undefined) throw new HarnessError('usage', 'There is no build to try.')
  const lastGood = bad[bad.indexOf(firstBad) - 1] ?? good
  const buildNumber = bad.indexOf(firstBad) + 1
  process.stdout.write(
    `First bad build: ${firstBad} (${lastGood} is good). Its report: ${join(options.out, String(buildNumber), 'report.html')}\n`,
  )
  return exitCodes.conformant
}

/** Returns the program that a check is about. */
async function roleOf(id: string, { product, isInScope }: RunScope): Promise<string> {
  const { checks, rules } = await readCatalogue(product)
  const rule = rules.get(checks.get(id)?.rule ?? id)
  if (rule === undefined || !isInScope(rule))
    throw new HarnessError(
      'usage',
      `There is no rule and no check ${id}. \`${product.name} list --ids\` shows all.`,
    )
  return rule.program
}

async function judge(
  id: string,
  program: string,
  out: string,
  bisectOptions: BisectOptions,
  scope: RunScope,
): Promise<BuildVerdict> {
  const options = { ...bisectOptions, program: [...bisectOptions.program, program], out, only: [id] }
  const target = await targetFor(options, scope.product)
  const reports = await scope.product.reports()
  const { events, interrupted } = await execute(
    target,
    // The option for the first start is left out, because its objects in this process belong to one run.
    options,
    { ...scope, invocation: invocationOf(options) },
    {
      live: () => ({ event: () => {}, end: () => {} }),
      write: (all) => reports.write(resolve(out), all),
    },
  )
  if (interrupted)
    throw new HarnessError('interrupted', `Interrupted; results so far are in ${bisectOptions.out}.`)
  const code = exitCodeOfRun(events)
  if (code === exitCodes.conformant) return 'good'
  const isFailing = code === exitCodes.nonconformant || code === exitCodes.crashed
  if (isFailing) return 'bad'
  const reasons = events.filter((event): event is CheckEvent => event.type === 'check')
  throw new HarnessError(
    'inconclusive',
    `${basename(program)} is neither good nor bad: ${reasons.map(({ verdict }) => verdict).join(', ')}. See ${join(out, 'report.html')}.`,
  )
}
