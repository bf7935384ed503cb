import { type Command, Option } from 'commander'
import { comparisonFormats, type Product, reportFormats } from '../../run/product.ts'
import type { StandardSet } from '../../standard/sets.ts'
import { quoted } from '../../shell.ts'
import type { CompareTargetsOptions } from '../line/compare-options.ts'
import type { ExitCode } from '../line/exit-codes.ts'
import { onlyOption, reporterOption } from '../line/options.ts'
import { severalRuns } from '../line/runs.ts'
import { append, parsePositiveInteger } from '../line/values.ts'
import { compareCommand, type CompareOptions, compareSets, trendCommand } from './compare.ts'
import { mergeCommand, type MergeOptions } from './merge.ts'
import { reportCommand, type ReportOptions } from './report.ts'

/** Runs given by `--run`. */
interface RunArgument {
  readonly run?: readonly string[]
}

/** Sources that `compare` compares in addition to finished runs. */
export interface CompareSources {
  /** Compares two targets by generated cases. */
  readonly compareTargets: (options: CompareTargetsOptions) => Promise<ExitCode>
  /** Returns the present rules as a set. */
  readonly presentSet: () => Promise<StandardSet>
}

interface CompareArguments extends CompareOptions, RunArgument, Partial<Omit<CompareTargetsOptions, 'out'>> {
  readonly collect?: string
  readonly set?: readonly string[]
}

const runOption = ['--run <dir>', 'output directory of a run, as an option; repeatable', append] as const

/** Adds `report`, `compare`, `trend` and `merge`, the commands on finished runs. */
export function addResultCommands(
  program: Command,
  product: Product,
  endWith: (code: ExitCode) => void,
  sources: CompareSources,
): void {
  const formatOf = (choices: readonly string[]): Option =>
    new Option('--format <format>', 'output format on standard output').choices(choices).default('pretty')
  const format = formatOf(reportFormats)
  const comparisonFormat = formatOf(comparisonFormats)
  const isOutExplicit = (self: Command): boolean => self.getOptionValueSource('out') === 'cli'
  // Commands of earlier versions, in which `report` also compared and merged runs.
  const warnRenamed = (newName: string, words: readonly string[]): void => {
    const line = [product.name, newName, ...words.map(quoted)].join(' ')
    process.stderr.write(`This form has a command of its own now: ${line}\n`)
  }

  program
    .command('report')
    .description('re-render a run')
    .argument('[run...]', 'output directory, or its events.jsonl')
    .option(...runOption)
    .addOption(new Option('--merge', 'merge').default(false).hideHelp())
    .addOption(new Option('--out <dir>', 'output directory of the merged run').default('out').hideHelp())
    .option(...reporterOption)
    .addOption(format)
    .action(
      async (
        given: string[],
        options: ReportOptions & Omit<MergeOptions, 'isOutExplicit'> & { merge: boolean } & RunArgument,
        self: Command,
      ) => {
        const runs = severalRuns('report', given, options.run)
        const [run, ...more] = runs
        if (options.merge) {
          const outOption = isOutExplicit(self) ? ['--out', options.out] : []
          warnRenamed('merge', [...runs, ...outOption])
          return endWith(
            await mergeCommand(runs, { ...options, isOutExplicit: isOutExplicit(self) }, product),
          )
        }
        if (more.length === 0) return endWith(await reportCommand(run, options, product))
        return endWith(await severalCommand(runs, options, warnRenamed, product))
      },
    )
  program
    .command('compare')
    .description('compare two runs, or write a matrix of implementations as a static site')
    .argument('[run...]', 'output directories: two, or any number with --matrix')
    .option(...runOption)
    .option('--matrix', 'write all rules by implementation and version', false)
    .option(
      '--collect <file>',
      'write the matrix of the results that this list names, which are verified first',
    )
    .option('--out <dir>', 'with --matrix, --collect or --generate: output directory', 'matrix')
    .option(
      '--set <name>',
      'compare frozen sets of the standard instead: two, or one with the present rules',
      append,
    )
    .addOption(comparisonFormat)
    .addOption(
      new Option(
        '--generate <n>',
        'judge n generated configuration files of each kind on two targets, and print what differs',
      )
        .argParser(parsePositiveInteger)
        .conflicts(['matrix', 'collect', 'set', 'run']),
    )
    .option('--target <name|file>', 'with --generate: a target; twice', append)
    .option(...onlyOption)
    .option('--seed <n>', 'with --generate: seed for generated data', parsePositiveInteger, 1)
    .action(async (given: string[], options: CompareArguments, self: Command) => {
      const { generate, seed = 1, collect, set } = options
      if (generate !== undefined) {
        const outDir = isOutExplicit(self) ? options.out : 'out/compare'
        return endWith(await sources.compareTargets({ ...options, generate, seed, out: outDir }))
      }
      if (set !== undefined)
        return endWith(await compareSets(set, options.format, product, sources.presentSet))
      if (collect !== undefined) {
        const { collectCommand } = await import('./collect.ts')
        const allRuns = [...given, ...(options.run ?? [])]
        return endWith(await collectCommand(collect, { out: options.out, runs: allRuns }, product))
      }
      const runs = severalRuns('compare', given, options.run)
      return endWith(
        runs.length > 2 && !options.matrix
          ? await severalCommand(runs, options, warnRenamed, product)
          : await compareCommand(runs, options, product),
      )
    })
  program
    .command('trend')
    .description('show what changed over several runs')
    .argument('[run...]', 'output directories, at least two; the time of their start orders them')
    .option(...runOption)
    .addOption(comparisonFormat)
    .action(async (given: string[], options: Pick<CompareOptions, 'format'> & RunArgument) =>
      endWith(await trendCommand(severalRuns('trend', given, options.run), options, product)),
    )
  program
    .command('merge')
    .description('merge the shards of one run')
    .argument('[shard...]', 'output directories of all shards')
    .option(...runOption)
    .option('--out <dir>', 'output directory of the merged run', 'out')
    .option(...reporterOption)
    .addOption(format)
    .action(
      async (given: string[], options: Omit<MergeOptions, 'isOutExplicit'> & RunArgument, self: Command) => {
        const shards = severalRuns('merge', given, options.run)
        endWith(await mergeCommand(shards, { ...options, isOutExplicit: isOutExplicit(self) }, product))
      },
    )
}

/** Returns the command for several runs: the comparison of two runs, or the trend of more runs. */
function severalCommand(
  runs: readonly string[],
  { format }: Pick<ReportOptions, 'format'>,
  warnRenamed: (now: string, words: readonly string[]) => void,
  product: Product,
): Promise<ExitCode> {
  if (runs.length > 2) {
    warnRenamed('trend', runs)
    return trendCommand(runs, { format }, product)
  }
  warnRenamed('compare', runs)
  return compareCommand(runs, { format, matrix: false, out: '' }, product)
}
