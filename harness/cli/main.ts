import { Argument, Command, CommanderError, Option } from 'commander'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { HarnessError, messageOf } from '../errors.ts'
import { doctorCommand } from './doctor.ts'
import { exitCodeOfError, exitCodes, type ExitCode } from './exit.ts'
import { explainText } from './explain.ts'
import { environmentFault } from '../environment.ts'
import { interrupts } from '../run/interrupts.ts'
import { listed, listText, readCatalogue } from './list.ts'
import { mockCommand, type MockOptions, peerList } from './mock.ts'
import type { StandAlonePeer } from '../peer.ts'
import { type Profile, profiles } from '../profiles.ts'
import { type BaselineOptions, baselineUpdateCommand } from './baseline.ts'
import { completionScript, type Shell, shells } from './completion.ts'
import { helpOf } from './help.ts'
import { formats, type Product, reportFormats } from '../run/product.ts'
import { judgedRoles } from '../roles.ts'
import { proveCommand } from './prove.ts'
import { reaches } from '../prove/prover.ts'
import { type ReportOptions, reportCommand } from './report.ts'
import { addCertificateCommands } from './certificate-commands.ts'
import { addReproCommands } from './repro-commands.ts'
import { type RunOptions, runCommand } from './run.ts'
import { mustBeKnown } from './unknown-command.ts'
import { append, day, port, positiveInteger, profile, shard } from './values.ts'

/** Runs one command line; this is the only place where the process ends. */
export async function main(product: Product, argv: readonly string[]): Promise<never> {
  const leave = (code: ExitCode): never => process.exit(code)
  if (!endsInOrder.has(argv[0] ?? '')) interrupts.leaveAtOnce()
  let code: ExitCode = exitCodes.conformant
  for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessNobodyReads)
  try {
    // Their help lists them; no other command loads them.
    const peers = argv.includes('mock') ? await product.peers() : []
    const program = programOf({ product, argv, peers }, (ended) => {
      code = ended
    })
    mustBeKnown(argv, program)
    await program.parseAsync([...argv], { from: 'user' })
  } catch (thrown) {
    if (thrown instanceof CommanderError)
      return leave(thrown.exitCode === 0 ? exitCodes.conformant : exitCodes.usage)
    if (thrown instanceof HarnessError) {
      process.stderr.write(`${product.name}: ${thrown.message}\n`)
      return leave(exitCodeOfError(thrown.code))
    }
    const fault = environmentFault(thrown)
    if (fault !== undefined) {
      process.stderr.write(`${product.name}: ${fault.message}\n`)
      return leave(exitCodes.configFault)
    }
    const stack = thrown instanceof Error ? thrown.stack : messageOf(thrown)
    process.stderr.write(`${product.name}: a fault of the harness itself, please report it:\n${stack}\n`)
    return leave(exitCodes.harnessFault)
  }
  await flushed(process.stdout)
  return leave(code)
}

// The commands that write or clean up before they leave on a signal.
const endsInOrder: ReadonlySet<string> = new Set([
  'run',
  'doctor',
  'mock',
  'prove',
  'repro',
  'shrink',
  'certify',
])

/** A reader that has seen enough, such as `head`, changes nothing of what a command does or how it ends. */
function unlessNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
}

// Rules about the wiring itself belong to `doctor`, not to the documents.
const isWiring = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('doctor.')
const isDocumented = (rule: Rule | ExcludedRule): boolean => !isWiring(rule)
// Which faults drawn cases see changes with what is drawn, so none claims any.
const isGenerated = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('generated.')
const isProvable = (rule: Rule | ExcludedRule): boolean => isDocumented(rule) && !isGenerated(rule)

// What options take that name no choices of their own, because they take other values as well.
const valuesOf = { '--target': ['reference', 'kubernetes'], '--profile': profiles, '--role': judgedRoles }

interface CommandLine {
  readonly product: Product
  readonly argv: readonly string[]
  readonly peers: readonly StandAlonePeer[]
}

function programOf({ product, argv, peers }: CommandLine, ended: (code: ExitCode) => void): Command {
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
      .option('--role <role>', 'what the command after -- is (default: apiserver)')
      .option(
        '--limit <name=time>',
        'how long something may take, such as readyMs=60s; repeatable, overrides the target’s',
        append,
      )
  const withRun = (command: Command, out = 'out'): Command =>
    withTarget(command)
      .option('--out <dir>', 'where the results go', out)
      .option(
        '--jobs <n>',
        'how many suite files run at once (default: one per core, and two more when some of them wait)',
        positiveInteger,
      )

  withRun(program.command('run'))
    .description('run the checks and write the results')
    .argument('[command...]', 'after --, the command of the program to judge')
    .option('--only <glob>', 'rule or check ids, * for any characters, @file for a list; repeatable', append)
    .option(
      '--profile <name>',
      `only the rules of a whole profile: ${profiles.join(', ')}; repeatable`,
      profile,
    )
    .option('--shard <i/n>', 'run only this part of the suite files; report --merge joins all parts', shard)
    .option('--baseline <file>', 'the list of failures that are known; baseline update writes it')
    .option('--max-failures <n>', 'stop after so many failures', positiveInteger)
    .addOption(
      new Option(
        '--rerun-failed <run>',
        'run only what was red in that output directory, with its seed; the results go to <run>/rerun',
      ).conflicts(['only', 'profile', 'shard']),
    )
    .option('--seed <n>', 'seed of generated data', positiveInteger, 1)
    .option('--generate <n>', 'how many questions the generated cases of each rule ask', positiveInteger)
    .option('--thorough', 'also wait long defaults out', false)
    .option('--otlp <url>', 'send the run as traces to an OpenTelemetry collector (gRPC)')
    .addOption(
      new Option('--format <format>', 'what goes to standard output').choices(formats).default('pretty'),
    )
    .action(async (command: string[], options: RunOptions, self: Command) => {
      const isGiven = (option: string): boolean => self.getOptionValueSource(option) === 'cli'
      ended(await runCommand(options, { product, command, argv, within: isDocumented, isGiven }))
    })
  program
    .command('list')
    .description('list every rule with its source, level and checks')
    .option('--json', 'as JSON', false)
    .option('--profile <name>', 'only the rules of this profile; repeatable', profile)
    .action(async (options: { json: boolean; profile?: readonly Profile[] }) => {
      const within = (rule: Rule | ExcludedRule): boolean =>
        isDocumented(rule) && (options.profile?.includes(rule.profile) ?? true)
      const rules = listed(await readCatalogue(product), within)
      process.stdout.write(options.json ? `${JSON.stringify(rules, null, 2)}\n` : listText(rules))
    })
  program
    .command('explain')
    .description('tell what a rule says, how it is checked and what the last run saw')
    .argument('<rule>', 'a rule or check id')
    .option('--out <dir>', 'where the last run’s results are', 'out')
    .action(async (id: string, options: { out: string }) => {
      process.stdout.write(await explainText(await readCatalogue(product), id, options.out, product))
    })
  withRun(program.command('doctor'), 'out/doctor')
    .description('prove that the program starts and reaches each peer, before any judging')
    .argument('[command...]', 'after --, the command of the program')
    .action(async (command: string[], options: RunOptions) =>
      ended(await doctorCommand(options, { product, command, argv, within: isWiring, writer: 'doctor' })),
    )
  program
    .command('mock')
    .description('run mock peers alone and show what they are asked')
    .argument('[peer...]', 'names of peers')
    .option('--from <dir>', 'instead, the peers of a check, from the folder that repro wrote')
    .option('--port <n>', 'the TCP port to listen on, 0 for a free one', port, 0)
    .option('--script <file>', 'answers: a file of rules (.yaml, .json), or a JavaScript module')
    .option(
      '--target <name|file>',
      'whose words flags and files are written in: reference, kubernetes, or a target file',
      'reference',
    )
    .addOption(
      new Option('--format <format>', 'how it is shown; json is an object per line')
        .choices(['pretty', 'json'])
        .default('pretty'),
    )
    .addHelpText('after', () => (peers.length === 0 ? '' : `\n${peerList(peers)}`))
    .action(async (names: string[], options: MockOptions & { from?: string }) => {
      if (options.from === undefined) return ended(await mockCommand(names, options, peers))
      const { mockFromCommand } = await import('./repro.ts')
      return ended(await mockFromCommand(options.from, { product, argv }))
    })
  program
    .command('prove')
    .description('show that each fault of the reference breaks exactly the checks that claim to see it')
    .option('--fault <name>', 'only this fault; repeatable', append)
    .option('--only <glob>', 'only these rules or checks, and the faults that they claim; repeatable', append)
    .option('--freedoms', 'run everything with every freedom of the reference on', false)
    .option('--changed', 'only the faults that changes since the main branch, or the last commit, concern')
    .option('--at-most <n>', 'with --changed, no more than so many of these faults', positiveInteger)
    .option('--share <I/N>', 'only the Ith of N parts of all faults; beside --changed, these as well', shard)
    .option(
      '--generate <n>',
      'by generated cases alone, so many questions for each of their rules',
      positiveInteger,
    )
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
      ended(
        await proveCommand(options, {
          product,
          argv,
          writer: 'prove',
          within: options.freedoms ? isDocumented : options.generate === undefined ? isProvable : isGenerated,
        }),
      ),
    )
  program
    .command('report')
    .description(
      'render a finished run again, compare two, tell the trend of several, or put the shards of one together',
    )
    .argument(
      '<run...>',
      'one output directory, two to compare, more for a trend; with --merge, those of all shards',
    )
    .option('--merge', 'put the shards of one run together', false)
    .option('--out <dir>', 'where the merged run goes', 'out')
    .addOption(
      new Option('--format <format>', 'what goes to standard output')
        .choices(reportFormats)
        .default('pretty'),
    )
    .action(async (runs: string[], options: Omit<ReportOptions, 'isOutGiven'>, self: Command) => {
      const isOutGiven = self.getOptionValueSource('out') === 'cli'
      ended(await reportCommand(runs, { ...options, isOutGiven }, product))
    })
  program
    .command('baseline')
    .description('keep the list of failures that are known')
    .command('update')
    .description('list what is red in a whole run, and drop what passes; what you wrote stays')
    .argument('[run]', 'the output directory of a whole run', 'out')
    .option('--baseline <file>', 'the file to write', 'baseline.yaml')
    .option('--expires <day>', 'the last day of new entries (default: in 90 days)', day)
    .action(async (run: string, options: BaselineOptions) =>
      ended(await baselineUpdateCommand(run, options, product)),
    )
    .addHelpText('after', () => helpOf(product.name, 'baseline'))
  program
    .command('completion')
    .description('print what makes a shell complete commands, options and values')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: Shell) => {
      const words = { mock: (await product.peers()).map(({ name }) => name), ...valuesOf }
      process.stdout.write(completionScript(shell, program, words))
    })
  const commands = { program, product, argv, ended }
  addReproCommands({ ...commands, withTarget })
  addCertificateCommands({ ...commands, withRun, within: isDocumented })
  for (const command of program.commands)
    command.addHelpText('after', () => helpOf(product.name, command.name()))
  return program
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
