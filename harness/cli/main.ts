import { Argument, Command, Option } from 'commander'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { doctorCommand, type DoctorOptions } from './doctor.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { explainText } from './catalogue/explain.ts'
import { interrupts } from '../interrupts.ts'
import { exitAfter } from './line/exit-command.ts'
import { type ListOptions, listOutput, readCatalogue, writePages } from './catalogue/list.ts'
import { mockCommand, type MockOptions } from './mock/mock.ts'
import { addMockOptions } from './mock/mock-options.ts'
import type { StandAlonePeer } from '../peer.ts'
import { profiles } from '../profiles.ts'
import { type BaselineOptions, baselineUpdateCommand } from './results/baseline.ts'
import { addResultCommands } from './results/commands.ts'
import { completionScript, type Shell, shells } from './line/completion.ts'
import { helpOf } from './line/help.ts'
import type { Product } from '../run/product.ts'
import { setOf } from '../standard/sets.ts'
import { judgedRoles } from '../roles.ts'
import { proveCommand, type ProveOptions } from './prove.ts'
import type { ProveMutantsOptions } from './mutants/prove-mutants.ts'
import { addProveOptions } from './line/prove-options.ts'
import { addCertificateCommands } from './certificate-commands.ts'
import { addReproCommands } from './repro-commands.ts'
import { type RunOptions, runCommand } from './run.ts'
import { hostState } from '../machine/state.ts'
import { detectTarget } from './targets/command-line-target.ts'
import { grepOption, onlyOption } from './line/options.ts'
import { addDoctorOptions, addRunOptions, givenOptions } from './run-options.ts'
import { rejectExtraWords, oneRun } from './line/runs.ts'
import { rejectUnknownCommand } from './line/unknown-command.ts'
import { append, parseDay, parsePositiveInteger, appendProfile } from './line/values.ts'

/** Runs one command line, and then ends the process. */
export async function main(product: Product, argv: readonly string[]): Promise<never> {
  if (!commandsWithCleanup.has(argv[0] ?? '')) interrupts.exitOnSignal()
  return exitAfter(product.name, async () => {
    let code: ExitCode = exitCodes.conformant
    // Only the help of `mock` lists the peers, so no other command loads them.
    const peers = argv.includes('mock') ? await product.peers() : []
    const program = programOf({ product, argv, peers }, (exitCode) => {
      code = exitCode
    })
    rejectUnknownCommand(argv, program)
    await program.parseAsync([...argv], { from: 'user' })
    return code
  })
}

// Commands that write or clean up before they exit on a signal.
const commandsWithCleanup: ReadonlySet<string> = new Set([
  'run',
  'doctor',
  'mock',
  'prove',
  'repro',
  'bisect',
  'shrink',
  'certify',
  'compare',
])

// Rules about the setup itself belong to `doctor`, not to the documents.
const isWiring = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('doctor.')
const isDocumented = (rule: Rule | ExcludedRule): boolean => !isWiring(rule)
// Generated rules claim no faults, because the faults that they detect depend on the drawn cases.
const isGenerated = (rule: Rule | ExcludedRule): boolean => rule.id.startsWith('generated.')
const isProvable = (rule: Rule | ExcludedRule): boolean => isDocumented(rule) && !isGenerated(rule)

// Values of options that declare no choices, because they also accept other values.
const optionValues = { '--target': ['reference', 'kubernetes'], '--profile': profiles, '--role': judgedRoles }

interface CommandLine {
  readonly product: Product
  readonly argv: readonly string[]
  readonly peers: readonly StandAlonePeer[]
}

/** Returns all commands with their options; `endWith` receives the exit code of the executed command. */
export function programOf({ product, argv, peers }: CommandLine, endWith: (code: ExitCode) => void): Command {
  const program = new Command(product.name)
    .description(
      'Conformance tests for Kubernetes-compatible control planes: API server, controller managers, node agent.',
    )
    .version(product.version)
    .exitOverride()
    .showHelpAfterError('(--help shows the options)')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  const logLine = (line: string): void => void process.stderr.write(`${line}\n`)
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
        parsePositiveInteger,
      )

  addRunOptions(withRun(program.command('run'))).action(
    async (command: string[], options: RunOptions, self: Command) => {
      const isGiven = (option: string): boolean => self.getOptionValueSource(option) === 'cli'
      if (options.repeat !== undefined) {
        const { repeatCommand } = await import('./repeat.ts')
        const { repeat: times, out } = options
        return endWith(await repeatCommand({ times, out, argv, reports: product.reports }))
      }
      const host = hostState()
      const detectedOptions = await detectTarget(options, command, isGiven('target'), logLine)
      endWith(
        await runCommand(detectedOptions, { product, command, argv, isInScope: isDocumented, isGiven, host }),
      )
    },
  )
  program
    .command('list')
    .description('list all rules with their source, level and checks')
    .option('--json', 'print JSON', false)
    .addOption(new Option('--ids', 'print only the ids of rules and checks, one per line').conflicts('json'))
    .addOption(
      new Option('--areas', 'print the areas of rules, with their rules and checks').conflicts('ids'),
    )
    .addOption(
      new Option(
        '--situations',
        'print the rows of the documents with the kinds of situations in which checks try them',
      ).conflicts(['ids', 'areas']),
    )
    .option(...onlyOption)
    .option(...grepOption)
    .option('--profile <name>', 'only the rules of this profile; repeatable', appendProfile)
    .addOption(
      new Option(
        '--pages <dir>',
        'write a Markdown page per section of the documents, and print nothing',
      ).conflicts(['json', 'ids', 'areas', 'situations']),
    )
    .option('--run <dir>', 'with --pages: show the results of the run in this output directory')
    .action(async (options: ListOptions) => {
      if (options.pages !== undefined) return writePages(product, options, isDocumented)
      const situations = options.situations ? await product.situations() : []
      const catalogue = await readCatalogue(product)
      process.stdout.write(listOutput(catalogue, options, isDocumented, product.outline(), situations))
    })
  program
    .command('explain')
    .description(
      'show a rule, its checks and its latest result, or a row or a section of the documents and its rules',
    )
    .argument(
      '<rule>',
      'rule or check id, or a row or a section, such as --profiling or "document 1, AuthenticationConfiguration, jwt"',
    )
    // The keys of many rows are flags, so one argument may look like an option.
    .allowUnknownOption()
    .allowExcessArguments()
    .option('--run <dir>', 'output directory of the run whose results are shown', 'out')
    .addOption(new Option('--out <dir>', 'the same as --run').hideHelp())
    .action(async (id: string, options: { run: string; out?: string }, self: Command) => {
      rejectExtraWords(self)
      const runDirectory = options.out ?? options.run
      process.stdout.write(await explainText(await readCatalogue(product), id, runDirectory, product))
    })
  addDoctorOptions(withRun(program.command('doctor'), 'out/doctor')).action(
    async (command: string[], options: DoctorOptions, self: Command) => {
      const given = givenOptions(self)
      const isGiven = given.has('target') || (options.like ?? options.fromManifest) !== undefined
      const detectedOptions = await detectTarget({ ...options, given }, command, isGiven, logLine)
      const scope = { product, command, argv, isInScope: isWiring, writer: 'doctor' } as const
      endWith(await doctorCommand(detectedOptions, scope))
    },
  )
  addMockOptions(program.command('mock'), peers)
    .option('--from <dir>', 'run the peers of one check, from a folder that repro wrote')
    .action(async (names: string[], options: MockOptions & { from?: string }) => {
      if (options.from === undefined) return endWith(await mockCommand(names, options, peers, product))
      const { mockFromCommand } = await import('./repro-run.ts')
      return endWith(await mockFromCommand(options.from, { product, argv }))
    })
  addProveOptions(program.command('prove')).action(async (options: ProveOptions & ProveMutantsOptions) => {
    const ruleFilter = options.freedoms
      ? isDocumented
      : options.generate === undefined
        ? isProvable
        : isGenerated
    const scope = { product, argv, writer: 'prove', isInScope: ruleFilter } as const
    if (!options.mutants) return endWith(await proveCommand(options, scope))
    const { proveMutantsCommand } = await import('./mutants/prove-mutants.ts')
    return endWith(await proveMutantsCommand(options, scope))
  })
  addResultCommands(program, product, endWith, {
    compareTargets: async (options) => {
      const { compareTargetsCommand } = await import('./targets/compare-targets.ts')
      return compareTargetsCommand(options, { product, argv })
    },
    presentSet: async () => {
      const { rules } = await readCatalogue(product)
      return setOf('present', product.outline(), rules.values())
    },
  })
  program
    .command('baseline')
    .description('manage the baseline of known failures')
    .command('update')
    .description('update the baseline from a complete run; keeps your annotations')
    .argument('[run]', 'output directory of a complete run (default: out)')
    .option('--run <dir>', 'the same, as an option')
    .option('--baseline <file>', 'file to write', 'baseline.yaml')
    .option('--expires <day>', 'last day of new entries (default: in 90 days)', parseDay)
    .action(async (runDirectory: string | undefined, options: BaselineOptions & { run?: string }) =>
      endWith(await baselineUpdateCommand(oneRun(runDirectory, options.run) ?? 'out', options, product)),
    )
    .addHelpText('after', () => helpOf(product.name, 'baseline'))
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: Shell) => {
      const wordChoices = { mock: (await product.peers()).map(({ name }) => name), ...optionValues }
      const listings = { '--only': `${product.name} list --ids` }
      process.stdout.write(completionScript(shell, program, { words: wordChoices, listings }))
    })
  const commands = { program, product, argv, endWith, isInScope: isDocumented }
  addReproCommands({ ...commands, withTarget })
  addCertificateCommands({ ...commands, withRun })
  for (const command of program.commands)
    command.addHelpText('after', () => helpOf(product.name, command.name()))
  return program
}
