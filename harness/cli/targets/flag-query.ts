import { setTimeout as sleep } from 'node:timers/promises'
import { Program } from '../../launch/program.ts'
import { makeWorkspace, removeWorkspace } from '../../launch/workspace.ts'
import { Timeline } from '../../timeline.ts'

/** Result of starting a program with a flag. */
export interface FlagResult {
  /** The flag, as `--name=value`. */
  readonly flag: string
  /** A flag with the result `deprecated` is also accepted. */
  readonly result: 'accepted' | 'deprecated' | 'rejected'
  /** Output of the program about the flag, in one line. */
  readonly line?: string
}

// Time limit for printing the help, which needs no peer and no file.
const helpWithinMs = 10_000

/**
 * Gives a program flags together with `--help`, so that the program parses the flags and does not serve.
 * @param command the program, and its first arguments
 * @returns the flags in their order
 */
export async function queryFlags(
  command: readonly string[],
  flags: readonly string[],
): Promise<readonly FlagResult[]> {
  const allResult = await parseFlags(command, flags)
  if (allResult.code === 0 && allResult.lines.length === 0)
    return flags.map((flag) => ({ flag, result: 'accepted' as const }))
  const results: FlagResult[] = []
  for (const flag of flags) {
    const { code, lines } = await parseFlags(command, [flag])
    const [line] = lines
    const result = code === 0 ? (line === undefined ? 'accepted' : 'deprecated') : 'rejected'
    results.push({ flag, result, ...(line !== undefined && { line }) })
  }
  return results
}

async function parseFlags(
  command: readonly string[],
  flags: readonly string[],
): Promise<{ readonly code: number | null; readonly lines: readonly string[] }> {
  const cwd = makeWorkspace('flags')
  try {
    const program = await Program.start({
      name: 'flags',
      command: [...command, ...flags, '--help'],
      cwd,
      timeline: new Timeline(),
    })
    const sleepAbort = new AbortController()
    const timeout = sleep(helpWithinMs, undefined, { signal: sleepAbort.signal }).catch(() => {})
    await Promise.race([program.exited, timeout])
    sleepAbort.abort()
    const code = program.exit?.code ?? null
    await program.stop(0)
    const lines = program.stderr.text.split('\n').filter((line) => flagErrorPattern.test(line))
    return { code, lines: lines.map((line) => line.replace(/^.*? err="|"$|^Error: /g, '').trim()) }
  } finally {
    removeWorkspace(cwd)
  }
}

const flagErrorPattern = /unknown flag|invalid argument|has been deprecated|unknown shorthand|flag/i
