import { Argument, Command } from 'commander'
import type { ExcludedRule, Rule } from '../catalogue.ts'
import { doctorCommand, type DoctorOptions } from './doctor.ts'
import { exitCodes, type ExitCode } from './line/exit-codes.ts'
import { addCatalogueCommands } from './catalogue/commands.ts'
import { interrupts } from '../interrupts.ts'
import { exitAfter } from './line/exit-command.ts'
import { readCatalogue } from './catalogue/list.ts'
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
import { addDoctorOptions, addRunOptions, givenOptions } from './run-options.ts'
import { oneRun } from './line/runs.ts'
import { rejectUnknownCommand } from './line/unknown-command.ts'
import { append, parseDay, parsePositiveInteger } from './line/values.ts'

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
  addCatalogueCommands(program, product, isDocumented)
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
