import type { Command } from 'commander'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import type { ExitCode } from './line/exit-codes.ts'
import type { Product } from '../run/product.ts'
import type { BisectOptions } from './bisect.ts'
import type { ReproOptions } from './repro-run.ts'
import type { ShrinkOptions } from './shrink.ts'
import { append, parsePositiveInteger } from './line/values.ts'

/** Command line that commands are added to. */
export interface CommandLine {
  readonly program: Command
  readonly product: Product
  readonly argv: readonly string[]
  /** Adds the options that select the target. */
  readonly withTarget: (command: Command) => Command
  readonly endWith: (code: ExitCode) => void
  /** Reports whether a rule belongs to these commands. */
  readonly isInScope: (rule: Rule | ExcludedRule) => boolean
}

const defaultTries = 60

/** Adds `repro`, `bisect` and `shrink`. Their modules are loaded when one of these commands runs. */
export function addReproCommands({
  program,
  product,
  argv,
  withTarget,
  endWith,
  isInScope,
}: CommandLine): void {
  const withRepro = (command: Command): Command =>
    withTarget(command)
      .option('--run <dir>', 'output directory of the run, whose options are used')
      .option('--out <dir>', 'directory to write (default: RUN/repro/CHECK)')
      .option('--seed <n>', 'seed for generated data', parsePositiveInteger, 1)
      .option('--thorough', 'include slow checks that wait for default timeouts', false)
      .option('--no-cut', 'do not minimize the configuration')
  withRepro(program.command('repro'))
    .description('write a directory that reproduces one check, or run such a directory')
    .usage('[options] <check> [-- command...]\n       orch-conformance repro run [options] <dir>')
    .argument('<check>', 'check id, or run')
    .argument(
      '[dir-or-command...]',
      'after run, the directory; after --, the command that starts the program under test',
    )
    .option('--attach', 'print the command line, and wait until you start the program yourself')
    .option('--keep', 'keep the program and its peers running after a failed check')
    .option('--until-failure <n>', 'repeat the check until it fails, n times at most', parsePositiveInteger)
    .option('--pcap <file>', 'record the packets of the check, and the TLS keys next to them')
    .option('--patience <n>', 'with --attach, multiply timeouts by n', parsePositiveInteger)
    .addHelpText('after', examples)
    .action(async (check: string, rest: string[], options: ReproOptions) => {
      const scope = { product, argv }
      if (check !== 'run') {
        const { reproCommand } = await import('./repro.ts')
        return endWith(await reproCommand(check, options, { ...scope, command: rest }))
      }
      const [folder, ...more] = rest
      if (folder === undefined || more.length > 0)
        throw new HarnessError('usage', 'Give the directory of one reproduction: repro run DIR.')
      const { reproRunCommand } = await import('./repro-run.ts')
      return endWith(await reproRunCommand(folder, options, scope))
    })
  withTarget(program.command('bisect'))
    .description('find the first of several builds in which a check fails')
    .argument('<check>', 'check or rule id')
    .option('--good <binary>', 'build in which the check holds')
    .option(
      '--bad <binary>',
      'later build, the oldest first; the check fails in the last; repeatable',
      append,
    )
    .option('--out <dir>', 'output directory', 'out/bisect')
    .option('--seed <n>', 'seed for generated data', parsePositiveInteger, 1)
    .option('--thorough', 'include slow checks that wait for default timeouts', false)
    .action(async (check: string, options: BisectOptions) => {
      const { bisectCommand } = await import('./bisect.ts')
      endWith(await bisectCommand(check, options, { product, argv, isInScope }))
    })
  withRepro(program.command('shrink'))
    .description('minimize a reproduction')
    .argument('<check|dir>', 'check id, or a directory that repro wrote')
    .argument('[command...]', 'after --, the command that starts the program under test')
    .option('--tries <n>', 'maximum number of runs of the check', parsePositiveInteger, defaultTries)
    .action(async (what: string, command: string[], options: ShrinkOptions) => {
      const { shrinkCommand } = await import('./shrink.ts')
      endWith(await shrinkCommand(what, options, { product, argv, command }))
    })
}

const examples = `
Examples:
  orch-conformance repro authn.jwt.iss-equals-issuer-url/accepts-a-token-whose-iss-is-issuer-url
  orch-conformance repro CHECK --run out        a check of a finished run
  orch-conformance repro run DIR --attach       test a program that runs under a debugger`
