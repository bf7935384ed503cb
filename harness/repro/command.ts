import { join, resolve } from 'node:path'
import { evidenceFolder } from '../catalogue.ts'
import type { Invocation } from '../header.ts'
import { quoted, startCommand } from '../shell.ts'
import { absoluteCommand } from '../target/paths.ts'
import type { Reproducible } from '../target/settings.ts'

/** Values of the options that determine verdicts, for a command line that does not set them. */
export const defaultInvocation: Invocation = {
  target: 'reference',
  program: [],
  limit: [],
  out: 'out',
  thorough: false,
  command: [],
}

/** Returns the judging options of a command line, read once, when its options are parsed. */
export function invocationOf(
  given: {
    readonly [Key in Exclude<keyof Invocation, 'command'>]?: Invocation[Key] | undefined
  },
  command: readonly string[] = [],
): Invocation {
  const { target, program, role, limit, out, thorough } = given
  return {
    target: target ?? defaultInvocation.target,
    program: program ?? [],
    ...(role !== undefined && { role }),
    limit: limit ?? [],
    out: out ?? defaultInvocation.out,
    thorough: thorough ?? false,
    command,
  }
}

/**
 * Returns the command line that runs one check again, against the same target, ready to paste into a shell. The results
 * go next to the results of the original run, which may still be in use. Options that selected other checks are left
 * out.
 */
export function reproCommand(run: Reproducible, checkId: string): string {
  const outDir = join(run.invocation.out, 'repro', evidenceFolder(checkId))
  return commandLine(run, ['repro', checkId], outDir)
}

/** Returns the command line that runs the failed checks of a run again, against the same target. */
export function lastFailedCommand(run: Reproducible): string {
  return commandLine(run, ['run', '--last-failed'], run.invocation.out)
}

function commandLine(
  { tool, invocation, seed }: Reproducible,
  arguments_: readonly string[],
  out: string,
): string {
  const { target, program, role, limit, thorough, command } = invocation
  const commandWords = [
    ...(target === defaultInvocation.target ? [] : ['--target', target]),
    ...program.flatMap((one) => ['--program', one]),
    ...(role === undefined ? [] : ['--role', role]),
    ...limit.flatMap((one) => ['--limit', one]),
    ...(thorough ? ['--thorough'] : []),
    '--seed',
    String(seed),
    '--out',
    out,
    ...(command.length === 0 ? [] : ['--', ...command]),
  ]
  return [startCommand(tool), ...[...arguments_, ...commandWords].map(quoted)].join(' ')
}

/** Returns the target options of an invocation, with its paths relative to a folder. */
export function targetOptionsOf(invocation: Invocation, folder: string) {
  const { target, program, command } = invocation
  const isFile = target.includes('/') || /\.ya?ml$/.test(target)
  return {
    ...invocation,
    target: isFile ? resolve(folder, target) : target,
    program: program.map((one) => one.replace(/=(.*)$/s, (_, path: string) => `=${resolve(folder, path)}`)),
    command: absoluteCommand(command, folder),
  }
}
