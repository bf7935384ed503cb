import type { Command } from 'commander'
import { shortenPath } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { nearest } from '../../nearest.ts'

/**
 * Returns the run that a command reads, given as an argument or by `--run`.
 * @throws HarnessError `usage` if both are given
 */
export function oneRun(argument: string | undefined, option: string | undefined): string | undefined {
  if (argument !== undefined && option !== undefined)
    throw new HarnessError(
      'usage',
      `Both ${shortenPath(argument)} and --run ${shortenPath(option)} name a run. Give one of them.`,
    )
  return argument ?? option
}

/**
 * Returns the runs that a command reads, given as arguments or by `--run`, in that order.
 * @throws HarnessError `usage` if none is given
 */
export function severalRuns(
  command: string,
  runArguments: readonly string[],
  options: readonly string[] = [],
): readonly [string, ...string[]] {
  const [first, ...others] = [...runArguments, ...options]
  if (first === undefined)
    throw new HarnessError('usage', `${command} reads a run: give its output directory, or --run DIR.`)
  return [first, ...others]
}

/**
 * Verifies that a command whose one argument may look like an option has exactly that argument.
 * @throws HarnessError `usage` with the unknown option, or else the number of arguments
 */
export function rejectExtraWords(command: Command): void {
  const [, ...others] = command.args
  if (others.length === 0) return
  const unknownOption = others.find((word) => word.startsWith('-'))
  if (unknownOption === undefined)
    throw new HarnessError(
      'usage',
      `${command.name()} takes one argument and was given ${command.args.length}.`,
    )
  const knownOptions = command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []))
  const suggestion = nearest(unknownOption, knownOptions)
  const hint = suggestion === undefined ? '' : ` (Did you mean ${suggestion}?)`
  throw new HarnessError('usage', `unknown option '${shortenPath(unknownOption)}'${hint}`)
}
