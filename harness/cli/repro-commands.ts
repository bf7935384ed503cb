import type { Command } from 'commander'
import { HarnessError } from '../errors.ts'
import type { ExitCode } from './exit.ts'
import type { Product } from '../run/product.ts'
import type { ReproOptions } from './repro.ts'
import type { ShrinkOptions } from './shrink.ts'
import { positiveInteger } from './values.ts'

/** What commands are added to. */
export interface CommandLine {
  readonly program: Command
  readonly product: Product
  readonly argv: readonly string[]
  /** Adds the options that say what is judged. */
  readonly withTarget: (command: Command) => Command
  readonly ended: (code: ExitCode) => void
}

const usualTries = 60

/** Adds `repro` and `shrink`; what they do is loaded when one of them runs. */
export function addReproCommands({ program, product, argv, withTarget, ended }: CommandLine): void {
  const withRepro = (command: Command): Command =>
    withTarget(command)
      .option('--run <dir>', 'the results of the run that it comes from, whose options then count')
      .option('--out <dir>', 'the folder to write (default: RUN/repro/CHECK)')
      .option('--seed <n>', 'seed of generated data', positiveInteger, 1)
      .option('--thorough', 'also wait long defaults out', false)
      .option('--no-cut', 'leave the configuration whole')
  withRepro(program.command('repro'))
    .description('write a folder that runs one check by itself, or run what such a folder holds')
    .usage('[options] <check> [-- command...]\n       orch-conformance repro run [options] <dir>')
    .argument('<check>', 'the id of a check, or run')
    .argument('[dir-or-command...]', 'after run, the folder; after --, the command of the program to judge')
    .option('--attach', 'print the command line and wait for a program that you start')
    .option('--keep', 'leave the program and its peers running after a red check')
    .option(
      '--patience <n>',
      'with --attach, how many times longer than usual answers may take',
      positiveInteger,
    )
    .addHelpText('after', examples)
    .action(async (check: string, rest: string[], options: ReproOptions) => {
      const { reproCommand, reproRunCommand } = await import('./repro.ts')
      const scope = { product, argv }
      if (check !== 'run') return ended(await reproCommand(check, options, { ...scope, command: rest }))
      const [folder, ...more] = rest
      if (folder === undefined || more.length > 0)
        throw new HarnessError('usage', 'Give the folder of one reproduction: repro run DIR.')
      return ended(await reproRunCommand(folder, options, scope))
    })
  withRepro(program.command('shrink'))
    .description('take away what the verdict of a check does not need')
    .argument('<check|dir>', 'a check, or the folder that repro wrote')
    .argument('[command...]', 'after --, the command of the program to judge')
    .option('--tries <n>', 'how many times the check may be run', positiveInteger, usualTries)
    .action(async (what: string, command: string[], options: ShrinkOptions) => {
      const { shrinkCommand } = await import('./shrink.ts')
      ended(await shrinkCommand(what, options, { product, argv, command }))
    })
}

const examples = `
Examples:
  orch-conformance repro authn.jwt.iss-equals-issuer-url/accepts-a-token-whose-iss-is-issuer-url
  orch-conformance repro CHECK --run out        the check of a finished run
  orch-conformance repro run DIR --attach       judge a program that runs under a debugger`
