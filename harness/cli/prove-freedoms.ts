import { join } from 'node:path'
import { isExcluded } from '../catalogue.ts'
import type { RunEvent } from '../events.ts'
import { invocationOf } from '../repro/command.ts'
import { changedFiles } from '../prove/changed-files.ts'
import { rulesDeclaredIn } from '../prove/changed.ts'
import { readQuirks } from '../prove/listed-quirks.ts'
import { withArguments } from '../prove/prover.ts'
import { evenSample } from '../prove/shares.ts'
import { execute } from '../run/execute.ts'
import type { ExecuteOptions } from '../run/execute-options.ts'
import type { Target } from '../target/target.ts'
import { fineVerdicts, isRed } from '../verdict.ts'
import { exitCodes, exitCodeOfRun, type ExitCode } from './line/exit-codes.ts'
import { readCatalogue } from './catalogue/list.ts'
import type { ProveOptions } from './prove.ts'
import type { RunScope } from './run.ts'

/** Part of a run: the folder of its results, and its selection. */
type Part = readonly [out: string, selection: Pick<ExecuteOptions, 'only' | 'shard'>]

/** Runs all checks, or a part of them, on the reference with every permitted variation switched on. */
export async function proveFreedoms(
  reference: Target,
  options: ProveOptions,
  scope: RunScope,
): Promise<ExitCode> {
  const freedoms = readQuirks(scope.product.references, '--list-freedoms')
  const target = freedoms.reduce(
    (one, { program, name }) => withArguments(one, program, `--freedom=${name}`),
    reference,
  )
  let code: ExitCode = exitCodes.conformant
  for (const part of await runsFor(options, scope)) {
    const partResult = await judgePart(target, part, options, scope)
    process.stdout.write(
      `${freedoms.length} freedoms on, ${partResult.rules} rules: ${partResult.code === 0 ? 'nothing is broken' : 'FAIL'}\n`,
    )
    if (code === exitCodes.conformant) code = partResult.code
  }
  return code
}

/**
 * Returns the runs that the options select: a run of the rules that changed files declare, a run of a share of the
 * suite files, or both.
 */
async function runsFor(options: ProveOptions, { product }: RunScope): Promise<readonly Part[]> {
  const { changed, share, only, atMost: max } = options
  const wholeRun: Part = ['freedoms', { ...(only && { only }), ...(share && { shard: share }) }]
  if (changed !== true) return [wholeRun]
  const files = changedFiles(product.root)?.files ?? []
  const rules = rulesDeclaredIn(files, await readCatalogue(product))
  const chosenRules = max === undefined ? rules : evenSample(rules, max)
  process.stdout.write(
    `${files.length} files changed; ${chosenRules.length} of their ${rules.length} rules run.\n`,
  )
  const parts: Part[] = chosenRules.length === 0 ? [] : [['changed', { only: chosenRules }]]
  return share === undefined ? parts : [...parts, wholeRun]
}

async function judgePart(
  target: Target,
  [folder, selection]: Part,
  options: ProveOptions,
  scope: RunScope,
): Promise<{ readonly code: ExitCode; readonly rules: number }> {
  const run = {
    target: 'reference',
    program: [],
    seed: 1,
    thorough: false,
    ...(options.generate !== undefined && { generate: options.generate }),
  }
  const executeRun = async (
    out: string,
    runOptions: Pick<ExecuteOptions, 'only' | 'shard' | 'rerunChecks' | 'jobs'>,
  ) => {
    const { events } = await execute(
      target,
      { ...run, ...runOptions, out: join(options.out, out) },
      { ...scope, invocation: invocationOf({ ...run, out: join(options.out, out) }) },
      { live: () => ({ event: reportRed, end: () => {} }) },
    )
    return events
  }
  const events = await executeRun(folder, { ...selection, ...(options.jobs && { jobs: options.jobs }) })
  const rules = events.flatMap((event) =>
    event.type === 'header' ? event.plan.rules.filter((rule) => !isExcluded(rule)) : [],
  )
  const code = exitCodeOfRun(events)
  if (code !== exitCodes.inconclusive) return { code, rules: rules.length }
  const redChecks = events.flatMap((event) => (event.type === 'check' && isRed(event) ? event.id : []))
  process.stdout.write(
    `${redChecks.length} checks could not be told, and are judged by themselves once more\n`,
  )
  const secondRun = await executeRun(`${folder}-again`, { rerunChecks: redChecks, jobs: 1 })
  return { code: exitCodeOfRun(secondRun), rules: rules.length }
}

function reportRed(event: RunEvent): void {
  if (event.type !== 'check' || fineVerdicts.has(event.verdict)) return
  process.stdout.write(`FAIL ${event.id}: ${event.verdict}: ${event.reason ?? ''}\n`)
}
