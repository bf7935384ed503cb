import { type Command, Option } from 'commander'
import { evidenceKept, networks } from '../header.ts'
import { profiles } from '../profiles.ts'
import { formats } from '../run/product.ts'
import { grepOption, onlyOption, reporterOption, setOption } from './line/options.ts'
import { append, parsePositiveInteger, appendProfile, parseShard } from './line/values.ts'
import { distributions } from './targets/first-target.ts'

/** Adds the options that only `run` has. */
export function addRunOptions(command: Command): Command {
  return (
    command
      .description('run checks and write the results')
      .argument('[command...]', 'after --, the command that starts the program under test')
      .option(...onlyOption)
      .option(...grepOption)
      .option(
        '--profile <name>',
        `only the rules of this profile: ${profiles.join(', ')}; repeatable`,
        appendProfile,
      )
      .option(...setOption)
      .option('--shard <i/n>', 'run one of n shards; merge merges them', parseShard)
      .option('--baseline <file>', 'baseline of known failures; baseline update writes it')
      .option('--max-failures <n>', 'begin no more checks after n failures', parsePositiveInteger)
      .addOption(
        new Option(
          '--rerun-failed <run>',
          'rerun only the failed checks of an earlier run, with its seed, into <run>/rerun',
        ).conflicts(['only', 'grep', 'profile', 'shard']),
      )
      .addOption(
        new Option(
          '--last-failed',
          'rerun only the checks that failed in the last run in --out, into <out>/rerun',
        ).conflicts(['rerunFailed', 'only', 'grep', 'profile', 'shard']),
      )
      .addOption(
        new Option(
          '--watch',
          'run again whenever the program, the target file or a --watch-path changes: the failed checks, or all if none failed',
        ).conflicts(['rerunFailed', 'lastFailed', 'shard']),
      )
      .option('--watch-path <path>', 'with --watch, another file or folder to watch; repeatable', append)
      // Option that a watch passes to its runs.
      .addOption(new Option('--checks <file>', 'only these checks').hideHelp())
      .addOption(
        new Option(
          '--record-reach <file>',
          'write which checks reach which source lines, for --since; Go programs need a build with -cover',
        ).conflicts(['rerunFailed', 'lastFailed', 'watch', 'repeat', 'since']),
      )
      .addOption(
        new Option(
          '--since <file>',
          'first run the checks that reach a change, by the file of --record-reach, or by one of your own',
        ).conflicts(['rerunFailed', 'lastFailed', 'watch', 'repeat']),
      )
      .option('--diff <file>', 'with --since, the change as a unified diff; - for standard input')
      .option('--old-source <dir>', 'with --since, the source tree of the recorded build, in place of a diff')
      .option('--new-source <dir>', 'with --since, the source tree of the build under test')
      .option('--only-reached', 'with --since, run no other checks')
      .addOption(
        new Option('--evidence <which>', 'keep the evidence of all checks, or of failed checks only')
          .choices(evidenceKept)
          .default('all'),
      )
      .addOption(
        new Option(
          '--repeat <n>',
          'run n times, and compare the verdicts; the runs after the first go into <out>/repeat',
        )
          .argParser(parsePositiveInteger)
          .conflicts(['rerunFailed', 'lastFailed', 'watch']),
      )
      .addOption(
        new Option(
          '--network <which>',
          'network of programs and peers: own, without a way to other machines, or machine (default: own for bundled targets, if root)',
        ).choices(networks),
      )
      .option('--seed <n>', 'seed for generated data', parsePositiveInteger, 1)
      .option('--generate <n>', 'number of generated cases per rule', parsePositiveInteger)
      .option('--thorough', 'include slow checks that wait for default timeouts', false)
      .option('--otlp <url>', 'export the run as OpenTelemetry traces over OTLP/gRPC')
      .option(...reporterOption)
      .addOption(
        new Option('--format <format>', 'output format on standard output')
          .choices(formats)
          .default('pretty'),
      )
  )
}

/** Returns the names of the options that a command line gives. */
export function givenOptions(command: Command): ReadonlySet<string> {
  return new Set(
    command.options
      .map((option) => option.attributeName())
      .filter((name) => command.getOptionValueSource(name) === 'cli'),
  )
}

/** Adds the options that only `doctor` has. */
export function addDoctorOptions(command: Command): Command {
  return command
    .description('preflight: check that the program starts and reaches the mock peers')
    .argument('[command...]', 'after --, the command that starts the program under test')
    .option('--write <file>', 'write a first target file from what was found; never replaces a file')
    .addOption(
      new Option(
        '--like <name>',
        'with --write or --from-manifest: begin with the target file of this distribution',
      ).choices(distributions),
    )
    .option('--from-manifest <file>', 'check flags of a static pod, or of a k3s or RKE2 configuration')
}
