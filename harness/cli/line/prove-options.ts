import { type Command, Option } from 'commander'
import { reaches } from '../../prove/prover.ts'
import { append, parsePositiveInteger, parseShard } from './values.ts'

/** Adds the options of `prove`. */
export function addProveOptions(command: Command): Command {
  return command
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
      'only the faults affected by changes since the main branch, or since the last commit; with --mutants, the mutants of changed files; with --freedoms, the rules that they declare',
    )
    .option(
      '--at-most <n>',
      'with --changed or --mutants, at most n of these faults, mutants or rules',
      parsePositiveInteger,
    )
    .option(
      '--share <I/N>',
      'only the Ith of N parts of all faults, mutants, or suite files with --freedoms; with --changed, in addition to those',
      parseShard,
    )
    .option(
      '--update',
      'write the checks that each fault failed into the proof.json files of the suites; with --mutants, write the recording',
      false,
    )
    .option('--generate <n>', 'use generated cases only, n per rule', parsePositiveInteger)
    .addOption(
      new Option(
        '--reach <kind>',
        'checks to run for a fault: those that executed its code, those whose programs did, or all',
      )
        .choices(reaches)
        .default('check'),
    )
    .option(
      '--mutants',
      'judge mutants that a tool made, instead of faults: those of the reference, in a checkout, or of --target',
      false,
    )
    .option('--target <file>', 'with --mutants, a target file of a build with mutants')
    .option('--mutant <id>', 'with --mutants, only this one; repeatable', append)
    .option('--seed <n>', 'with --mutants, the seed that draws their order', parsePositiveInteger, 1)
    .option('--most-checks <n>', 'with --mutants, try at most n checks on each', parsePositiveInteger, 100)
    .option(
      '--within <seconds>',
      'with --mutants, begin no further one after this time',
      parsePositiveInteger,
    )
    .option('--triage <path>', 'with --mutants, what is known of those that no check fails: a file or folder')
    .option('--recorded <file>', 'with --mutants, which checks reach them, as an earlier run recorded it')
    .option('--jobs <n>', 'number of parallel runs (default: one per core)', parsePositiveInteger)
    .option('--out <dir>', 'output directory of the kill matrix, or of the results of mutants', 'out/prove')
}
