import { Argument, Command, Option } from 'commander'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { doctorCommand } from './doctor.ts'
import { exitCodes, type ExitCode } from './line/exit.ts'
import { explainText } from './explain.ts'
import { interrupts } from '../interrupts.ts'
import { leavingAfter } from './line/leave.ts'
import { type ListOptions, listOutput, readCatalogue, writePages } from './list.ts'
import { mockCommand, type MockOptions } from './mock/mock.ts'
import { addMockOptions } from './mock/mock-options.ts'
import type { StandAlonePeer } from '../peer.ts'
import { profiles } from '../profiles.ts'
import { type BaselineOptions, baselineUpdateCommand } from './results/baseline.ts'
import { addResultCommands } from './results/commands.ts'
import { completionScript, type Shell, shells } from './line/completion.ts'
import { helpOf } from './line/help.ts'
import type { Product } from '../run/product.ts'
import { judgedRoles } from '../roles.ts'
import { proveCommand } from './prove.ts'
import { reaches } from '../prove/prover.ts'
import { addCertificateCommands } from './certificate-commands.ts'
import { addReproCommands } from './repro-commands.ts'
import { type RunOptions, runCommand } from './run.ts'
import { grepOption, onlyOption } from './line/options.ts'
import { addRunOptions } from './run-options.ts'
import { mustBeOneWord, oneRun } from './line/runs.ts'
import { mustBeKnown } from './line/unknown-command.ts'
import { append, day, positiveInteger, profile, shard } from './line/values.ts'

/** Runs one command line, and then ends the process. */
export async function main(product: Product, argv: readonly string[]): Promise<never> {
  if (!endsInOrder.has(argv[0] ?? '')) interrupts.leaveAtOnce()
  return leavingAfter(product.name, async () => {
    let code: ExitCode = exitCodes.conformant
    // Only the help of `mock` lists the peers, so no other command loads them.
    const peers = argv.includes('mock') ? await product.peers() : []
    const program = programOf({ product, argv, peers }, (ended) => {
      code = ended
    })
    mustBeKnown(argv, program)
    await program.parseAsync([...argv], { from: 'user' })
    return code
  })
}

// Commands that write or clean up before they exit on a signal.
const endsInOrder: ReadonlySet<string> = new Set([
  'run',
  'doctor',
  'mock',
  'prove',
  'repro',
  'shrink',
  'certify',
])

// Rules about the setup itself belong to `doctor`, not to the documents.
const isWiring = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('doctor.')
const isDocumented = (rule: Rule | ExcludedRule): boolean => !isWiring(rule)
// Generated rules claim no faults, because the faults that they detect depend on the drawn cases.
const isGenerated = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('generated.')
const isProvable = (rule: Rule | ExcludedRule): boolean => isDocumented(rule) && !isGenerated(rule)

// Values of options that declare no choices, because they accept other values as well.
const valuesOf = { '--target': ['reference', 'kubernetes'], '--profile': profiles, '--role': judgedRoles }

interface CommandLine {
  readonly product: Product
  readonly argv: readonly string[]
  readonly peers: readonly StandAlonePeer[]
}

/** Returns all commands with their options; `ended` receives the exit code of the executed one. */
export function programOf({ product, argv, peers }: CommandLine, ended: (code: ExitCode) => void): Command {
  const program = new Command(product.name)
    .description(
      'Conformance tests for Kubernetes-compatible control planes: API server, controller managers, node agent.',
    )
    .version(product.version)
    .exitOverride()
    .showHelpAfterError('(--help shows the options)')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  const withTarget = (command: Command): Command =>
    command
      .option('--target <name|file>', 'reference, kubernetes, or the path of a target file', 'reference')
      .option(
        '--program <role=path>',
        'path of a program, such as apiserver=/usr/bin/x; repeatable',
        append,
        [],
      )
      .option('--role <role>', 'role of the command after -- (default: apiserver)')
      .option(
        '--limit <name=time>',
        'override a timeout of the target, such as readyMs=60s; repeatable',
        append,
      )
  const withRun = (command: Command, out = 'out'): Command =>
    withTarget(command)
      .option('--out <dir>', 'output directory', out)
      .option(
        '--jobs <n>',
        'number of parallel workers (default: one per core, plus four if some suites mostly wait)',
        positiveInteger,
      )

  addRunOptions(withRun(program.command('run'))).action(
    async (command: string[], options: RunOptions, self: Command) => {
      const isGiven = (option: string): boolean => self.getOptionValueSource(option) === 'cli'
      const scope = { product, command, argv, within: isDocumented, isGiven }
      if (options.repeat === undefined) return ended(await runCommand(options, scope))
      const { repeatCommand } = await import('./repeat.ts')
      const { repeat: times, out } = options
      return ended(await repeatCommand({ times, out, argv, reports: product.reports }))
    },
  )
  program
    .command('list')
    .description('list all rules with their source, level and checks')
    .option('--json', 'print JSON', false)
    .addOption(new Option('--ids', 'print only the ids of rules and checks, one per line').conflicts('json'))
    .option(...onlyOption)
    .option(...grepOption)
    .option('--profile <name>', 'only the rules of this profile; repeatable', profile)
    .addOption(
      new Option(
        '--pages <dir>',
        'write a Markdown page per section of the documents, and print nothing',
      ).conflicts(['json', 'ids']),
    )
    .option('--run <dir>', 'with --pages: show the results of the run in this output directory')
    .action(async (options: ListOptions) => {
      if (options.pages !== undefined) return writePages(product, options, isDocumented)
      process.stdout.write(listOutput(await readCatalogue(product), options, isDocumented, product.outline()))
    })
  program
    .command('explain')
    .description('show a rule, its checks and its latest result, or a row of the documents and its rules')
    .argument('<rule>', 'rule or check id, or the key of a row, such as --profiling')
    // The keys of many rows are flags, so one argument may look like an option.
    .allowUnknownOption()
    .allowExcessArguments()
    .option('--run <dir>', 'output directory of the run whose results are shown', 'out')
    .addOption(new Option('--out <dir>', 'the same as --run').hideHelp())
    .action(async (id: string, options: { run: string; out?: string }, self: Command) => {
      mustBeOneWord(self)
      const run = options.out ?? options.run
      process.stdout.write(await explainText(await readCatalogue(product), id, run, product))
    })
  withRun(program.command('doctor'), 'out/doctor')
    .description('preflight: check that the program starts and reaches the mock peers')
    .argument('[command...]', 'after --, the command that starts the program under test')
    .option('--write <file>', 'write a first target file from what was found; never replaces a file')
    .action(async (command: string[], options: RunOptions & { write?: string }) =>
      ended(await doctorCommand(options, { product, command, argv, within: isWiring, writer: 'doctor' })),
    )
  addMockOptions(program.command('mock'), peers)
    .option('--from <dir>', 'run the peers of one check, from a folder that repro wrote')
    .action(async (names: string[], options: MockOptions & { from?: string }) => {
      if (options.from === undefined) return ended(await mockCommand(names, options, peers, product))
      const { mockFromCommand } = await import('./repro-run.ts')
      return ended(await mockFromCommand(options.from, { product, argv }))
    })
  program
    .command('prove')
    .description('mutation-test the suites: each seeded fault must fail exactly its expected checks')
    .option('--fault <name>', 'only this fault; repeatable', append)
    .option(
      '--only <glob>',
      'only these rules or checks, and the faults that they claim to detect; repeatable',
      append,
    )
    .option('--freedoms', 'run all checks on the reference with every permitted variation switched on', false)
    .option(
      '--changed',
      'only the faults affected by changes since the main branch, or since the last commit',
    )
    .option('--at-most <n>', 'with --changed, at most n of these faults', positiveInteger)
    .option(
      '--share <I/N>',
      'only the Ith of N parts of all faults; with --changed, in addition to those',
      shard,
    )
    .option(
      '--update',
      'write the checks that each fault failed into the proof.json files of the suites',
      false,
    )
    .option('--generate <n>', 'use generated cases only, n per rule', positiveInteger)
    .addOption(
      new Option(
        '--reach <kind>',
        'checks to run for a fault: those that executed its code, those whose programs did, or all',
      )
        .choices(reaches)
        .default('check'),
    )
    .option('--jobs <n>', 'number of parallel runs (default: one per core)', positiveInteger)
    .option('--out <dir>', 'output directory of the kill matrix', 'out/prove')
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
  addResultCommands(program, product, ended)
  program
    .command('baseline')
    .description('manage the baseline of known failures')
    .command('update')
    .description('update the baseline from a complete run; keeps your annotations')
    .argument('[run]', 'output directory of a complete run (default: out)')
    .option('--run <dir>', 'the same, as an option')
    .option('--baseline <file>', 'file to write', 'baseline.yaml')
    .option('--expires <day>', 'last day of new entries (default: in 90 days)', day)
    .action(async (run: string | undefined, options: BaselineOptions & { run?: string }) =>
      ended(await baselineUpdateCommand(oneRun(run, options.run) ?? 'out', options, product)),
    )
    .addHelpText('after', () => helpOf(product.name, 'baseline'))
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: Shell) => {
      const words = { mock: (await product.peers()).map(({ name }) => name), ...valuesOf }
      const listings = { '--only': `${product.name} list --ids` }
      process.stdout.write(completionScript(shell, program, { words, listings }))
    })
  const commands = { program, product, argv, ended }
  addReproCommands({ ...commands, withTarget })
  addCertificateCommands({ ...commands, withRun, within: isDocumented })
  for (const command of program.commands)
    command.addHelpText('after', () => helpOf(product.name, command.name()))
  return program
}
