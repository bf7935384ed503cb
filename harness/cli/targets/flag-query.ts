import { setTimeout as sleep } from 'node:timers/promises'
import { HarnessError } from '../../errors.ts'
import { programArguments } from '../../launch/flag-arguments.ts'
import { Program } from '../../launch/program.ts'
import { makeWorkspace, removeWorkspace } from '../../launch/workspace.ts'
import { type Role, roleNames } from '../../roles.ts'
import type { ProgramDescription } from '../../target/target.ts'
import { Timeline } from '../../timeline.ts'

/** Result of starting a program with a flag. */
export interface FlagResult {
  /** The flag, as `--name=value`. */
  readonly flag: string
  /** A flag with the result `deprecated` is also accepted. */
  readonly result: 'accepted' | 'deprecated' | 'rejected'
  /** Text about the flag, in one line: of the program, or about its end. Empty only for an accepted flag. */
  readonly line: string
}

/** End of a program that was given flags and `--help`. */
interface HelpResult {
  /** The command line, for messages. */
  readonly words: readonly string[]
  /** `null` if the program did not end in time. */
  readonly code: number | null
  readonly output: string
  /** Lines of the standard error about flags. */
  readonly lines: readonly string[]
}

// Time limit for printing the help, which needs no peer and no file.
const helpWithinMs = 10_000

/**
 * Gives a program flags together with `--help`, in the form that its command takes, so that the program parses the
 * flags and does not serve.
 * @returns the flags in their order
 * @throws HarnessError `config-fault` if the program prints no help without any other flag
 */
export async function queryFlags(
  role: Role,
  description: ProgramDescription,
  flags: readonly string[],
): Promise<readonly FlagResult[]> {
  const query = (some: readonly string[]): Promise<HelpResult> => printHelp(role, description, some)
  const helpResult = await query([])
  if (helpResult.code !== 0 && !flagListPattern.test(helpResult.output))
    throw untestedError(`the command does not print the help of the ${roleNames[role]}`, helpResult)
  const unknownResult = await query([unknownFlag])
  if (resultOf(unknownResult, helpResult) !== 'rejected')
    throw untestedError('the command accepts a flag that no program has', unknownResult)
  const allResult = await query(flags)
  if (resultOf(allResult, helpResult) === 'accepted')
    return flags.map((flag) => ({ flag, result: 'accepted', line: '' }))
  const results: FlagResult[] = []
  for (const flag of flags) {
    const flagHelp = await query([flag])
    const result = resultOf(flagHelp, helpResult)
    const [line = ''] = ownLines(flagHelp, helpResult)
    results.push({ flag, result, line: result === 'rejected' ? rejectionText(line, flagHelp) : line })
  }
  return results
}

const unknownFlag = '--no-program-has-this-flag=1'
// Matches the list of flags of a help. Some programs print their help with an exit code other than 0.
const flagListPattern = /^\s+-{1,2}[a-z][\w-]+/im
const flagErrorPattern = /unknown flag|invalid argument|has been deprecated|unknown shorthand|flag/i
const rejectionPattern =
  /(?:unknown|unrecognized|unsupported|no such) (?:shorthand )?(?:flag|option)|invalid argument|not defined/i

function resultOf(flagHelp: HelpResult, help: HelpResult): FlagResult['result'] {
  const lines = ownLines(flagHelp, help)
  if (flagHelp.code !== help.code || lines.some((line) => rejectionPattern.test(line))) return 'rejected'
  return lines.length === 0 ? 'accepted' : 'deprecated'
}

/** Returns the lines that the program does not print for `--help` alone. */
function ownLines({ lines }: HelpResult, help: HelpResult): readonly string[] {
  return lines.filter((line) => !help.lines.includes(line))
}

/** Returns the line of the program about a rejected flag, or else how the program ended. */
function rejectionText(line: string, flagHelp: HelpResult): string {
  return line === '' ? `${endText(flagHelp)} Without the flag, it prints its help.` : line
}

function endText({ words, code, output }: HelpResult): string {
  const lastLine = output.trim().split('\n').at(-1) ?? ''
  const end = code === null ? `did not end within ${helpWithinMs / 1_000} s` : `ended with exit code ${code}`
  return `\`${words.join(' ')}\` ${end}${lastLine === '' ? ', and printed nothing.' : `: ${lastLine}`}`
}

/** Advice for a command that seems not to hand flags to the program. */
export const handOverAdvice =
  'If the command takes the flags of its program in another form, as k3s does, give --like NAME (k3s, rke2 …) or --target FILE with its `flags`; else give the program itself after --.'

function untestedError(why: string, help: HelpResult): HarnessError {
  return new HarnessError(
    'config-fault',
    `No flag was tested, because ${why}. ${endText(help)}\n${handOverAdvice}`,
  )
}

async function printHelp(
  role: Role,
  description: ProgramDescription,
  flags: readonly string[],
): Promise<HelpResult> {
  const cwd = makeWorkspace('flags')
  try {
    const { command } = programArguments(role, description, [...flags, '--help'], cwd)
    const program = await Program.start({
      name: role,
      command,
      cwd,
      timeline: new Timeline(),
      ...(description.env && { env: description.env }),
    })
    const sleepAbort = new AbortController()
    const timeout = sleep(helpWithinMs, undefined, { signal: sleepAbort.signal }).catch(() => {})
    await Promise.race([program.exited, timeout])
    sleepAbort.abort()
    const code = program.exit?.code ?? null
    await program.stop(0)
    const { stdout, stderr } = program
    const lines = stderr.text.split('\n').filter((line) => flagErrorPattern.test(line))
    return {
      words: command,
      code,
      output: `${stdout.text}\n${stderr.text}`,
      lines: lines.map((line) => line.replace(/^.*? err="|"$|^Error: /g, '').trim()),
    }
  } finally {
    removeWorkspace(cwd)
  }
}
