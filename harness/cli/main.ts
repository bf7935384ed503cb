import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { doctorCommand } from './doctor.ts'
import { exitCodeOfError, exitCodes, type ExitCode } from './exit.ts'
import { explainText } from './explain.ts'
import { listed, listText, readCatalogue } from './list.ts'
import { mockCommand } from './mock.ts'
import { formats, type Product } from './product.ts'
import { proveCommand } from './prove.ts'
import { reaches } from '../prove/prover.ts'
import { reportCommand } from './report.ts'
import { type RunOptions, runCommand } from './run.ts'

/** Runs one command line; this is the only place where the process ends. */
export async function main(product: Product, argv: readonly string[]): Promise<never> {
  const leave = (code: ExitCode): never => process.exit(code)
  let code: ExitCode = exitCodes.conformant
  try {
    await programOf(product, argv, (ended) => {
      code = ended
    }).parseAsync([...argv], { from: 'user' })
  } catch (thrown) {
    if (thrown instanceof CommanderError)
      return leave(thrown.exitCode === 0 ? exitCodes.conformant : exitCodes.usage)
    if (thrown instanceof HarnessError) {
      process.stderr.write(`${product.name}: ${thrown.message}\n`)
      return leave(exitCodeOfError(thrown.code))
    }
    const stack = thrown instanceof Error ? thrown.stack : messageOf(thrown)
    process.stderr.write(`${product.name}: a fault of the harness itself, please report it:\n${stack}\n`)
    return leave(exitCodes.harnessFault)
  }
  await flushed(process.stdout)
  return leave(code)
}

// Rules about the wiring itself belong to `doctor`, not to the documents.
const isWiring = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('doctor.')
const isDocumented = (rule: Rule | ExcludedRule): boolean => !isWiring(rule)

function programOf(product: Product, argv: readonly string[], ended: (code: ExitCode) => void): Command {
  const program = new Command(product.name)
    .description('Judges an implementation of an orchestrator’s control plane against its documents.')
    .version(product.version)
    .exitOverride()
    .showHelpAfterError('(--help shows the options)')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  const withTarget = (command: Command): Command =>
    command
      .option('--target <name|file>', 'reference, kubernetes, or the path of a target file', 'reference')
      .option(
        '--program <role=path>',
        'the program of a role, such as apiserver=/usr/bin/x; repeatable',
        append,
        [],
      )
      .option('--out <dir>', 'where the results go', 'out')
      .option(
        '--jobs <n>',
        'how many suite files run at once (default: one per core, and one more when some of them wait)',
        positiveInteger,
      )

  withTarget(program.command('run'))
    .description('run the checks and write the results')
    .argument('[command...]', 'after --, the command of the API server to judge')
    .option('--only <glob>', 'rule or check ids, * for any characters, @file for a list; repeatable', append)
    .option('--shard <i/n>', 'run only this part of the suite files', shard)
    .option('--seed <n>', 'seed of generated data', positiveInteger, 1)
    .option('--thorough', 'also wait long defaults out', false)
    .addOption(
      new Option('--format <format>', 'what goes to standard output').choices(formats).default('pretty'),
    )
    .action(async (command: string[], options: RunOptions) =>
      ended(await runCommand(options, { product, command, argv, within: isDocumented })),
    )
  program
    .command('list')
    .description('list every rule with its source, level and checks')
    .option('--json', 'as JSON', false)
    .action(async (options: { json: boolean }) => {
      const rules = listed(await readCatalogue(product), isDocumented)
      process.stdout.write(options.json ? `${JSON.stringify(rules, null, 2)}\n` : listText(rules))
    })
  program
    .command('explain')
    .description('tell what a rule says, how it is checked and what the last run saw')
    .argument('<rule>', 'a rule or check id')
    .option('--out <dir>', 'where the last run’s results are', 'out')
    .action(async (id: string, options: { out: string }) => {
      process.stdout.write(explainText(await readCatalogue(product), id, options.out))
    })
  withTarget(program.command('doctor'))
    .description('prove that the program starts and reaches each peer, before any judging')
    .argument('[command...]', 'after --, the command of the API server')
    .action(async (command: string[], options: RunOptions) =>
      ended(await doctorCommand(options, { product, command, argv, within: isWiring })),
    )
  program
    .command('mock')
    .description('run mock peers alone and show what they are asked')
    .argument('<peer...>', 'names of peers')
    .option('--port <n>', 'the TCP port to listen on, 0 for a free one', wholeNumber, 0)
    .option('--script <file>', 'a JavaScript module whose default export replaces answers')
    .action(async (names: string[], options: { port: number; script?: string }) =>
      ended(await mockCommand(names, options, await product.peers())),
    )
  program
    .command('prove')
    .description('show that each fault of the reference breaks exactly the checks that claim to see it')
    .option('--fault <name>', 'only this fault; repeatable', append)
    .option('--only <glob>', 'only these rules or checks, and the faults that they claim; repeatable', append)
    .option('--freedoms', 'run everything with every freedom of the reference on', false)
    .addOption(
      new Option(
        '--reach <kind>',
        'which checks run for a fault: those in whose time a program asked for it, those whose programs ever did, or all',
      )
        .choices(reaches)
        .default('check'),
    )
    .option('--jobs <n>', 'how many runs at once (default: one per core)', positiveInteger)
    .option('--out <dir>', 'where the matrix goes', 'out/prove')
    .action(async (options: Parameters<typeof proveCommand>[0]) =>
      ended(await proveCommand(options, { product, argv, within: isDocumented })),
    )
  program
    .command('report')
    .description('render a finished run again, or compare two')
    .argument('<run...>', 'one or two output directories')
    .addOption(
      new Option('--format <format>', 'what goes to standard output').choices(formats).default('pretty'),
    )
    .action(async (runs: string[], options: { format: RunOptions['format'] }) =>
      ended(await reportCommand(runs, options.format, product)),
    )
  return program
}

function append(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value]
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number.')
  return Number(text)
}

function positiveInteger(text: string): number {
  const value = wholeNumber(text)
  if (value < 1) throw new InvalidArgumentError('give a number of at least 1.')
  return value
}

function shard(text: string): { index: number; of: number } {
  const [, index = '0', of = '0'] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('give I/N with 1 <= I <= N.')
  return { index: Number(index), of: Number(of) }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
