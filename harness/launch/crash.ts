import { causeLineOf } from '../cause/cause-line.ts'
import { outputMark } from '../cause/failure-cause.ts'
import type { Exit } from './program.ts'

/** Crash traces of the runtimes of programs. */
const tracePatterns: readonly (readonly [runtime: string, trace: RegExp])[] = [
  ['Go', /^(?:panic: |fatal error: |SIG[A-Z]+: ).*[^]*^goroutine \d+ .*\[/m],
  ['Node.js', /^Node\.js v\d+\.\d+/m],
  ['Java', /^Exception in thread ".*" \S+/m],
  ['Python', /^Traceback \(most recent call last\):$/m],
  ['Rust', /^thread '.*' .*panicked at /m],
  ['C++', /^terminate called /m],
]

// A shell reports the signal that ended its child as its own exit code.
const shellSignals: ReadonlyMap<number, string> = new Map([
  [132, 'SIGILL'],
  [133, 'SIGTRAP'],
  [134, 'SIGABRT'],
  [135, 'SIGBUS'],
  [136, 'SIGFPE'],
  [137, 'SIGKILL'],
  [139, 'SIGSEGV'],
])

/**
 * Returns the reason why the end of a program was a crash: a signal, or the crash trace of a runtime. A program that
 * ends on purpose prints its reason without a trace.
 * @returns `undefined` for an orderly end, whatever its exit code
 */
export function crashIn(exit: Exit, output: string): string | undefined {
  if (exit.signal !== null) return `killed by ${exit.signal}`
  const signal = shellSignals.get(exit.code ?? 0)
  if (signal !== undefined) return `exit code ${exit.code}, as after ${signal}`
  if (exit.code === 0) return undefined
  const [runtime] = tracePatterns.find(([, trace]) => trace.test(output)) ?? []
  return runtime === undefined ? undefined : `exit code ${exit.code} with the crash trace of ${runtime}`
}

/**
 * Reports whether a program that had become ready crashed: by a signal that the harness did not send, or with a crash
 * trace.
 */
export function hasCrashed({ exit, sentSignals }: ProgramEnd, output: string): boolean {
  if (exit === undefined || (exit.signal !== null && sentSignals.has(exit.signal))) return false
  return crashIn(exit, output) !== undefined
}

/** Reports whether a program crashed, or exited although the harness sent no signal. */
export function hasDied(program: ProgramEnd, output: string): boolean {
  return (program.exit !== undefined && program.sentSignals.size === 0) || hasCrashed(program, output)
}

/** Known facts about the end of a program. */
export interface ProgramEnd {
  readonly exit: Exit | undefined
  /** Signals that the harness sent to the program. */
  readonly sentSignals: ReadonlySet<NodeJS.Signals>
}

/** Returns the end of a program for messages: its exit code, or the signal that ended it. */
export function endOf({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `killed by ${signal}`
}

// Matches the first informative line, in the words of the usual runtimes and loggers.
const explainingLinePattern =
  /\b(?:panic|fatal|error|exception|traceback|cannot|can't|could not|failed|unable)\b|SIG[A-Z]{3,}|MODULE_NOT_FOUND/i
const maxLastLines = 5

/** Text for users about the end of a program: a sentence with the error of the program, and its last output below. */
export interface ExplainedCrash {
  readonly message: string
  /** Line in which the program reports the cause; left out if it printed none. */
  readonly programError?: string
}

/**
 * Explains the end of a program by its output.
 * @param sentence the event, without a full stop
 * @param state `ended` if the last line of the output is a cause as well; a program that was killed or still runs is
 * explained only by what it reports as an error, and a program that was killed without a trace has no explanation
 */
export function explainCrash(
  sentence: string,
  output: string,
  state: 'ended' | 'runs' | 'killed',
): ExplainedCrash {
  const cause = causeLineOf(output)
  if (cause === undefined) return { message: `${sentence}. It printed nothing.` }
  const isCause = { ended: true, runs: cause.source !== 'last', killed: cause.source === 'trace' }[state]
  const lastText = lastOutput(output)
  if (!isCause) return { message: `${sentence}.\n${lastText}` }
  const firstText = `${sentence}: ${cause.text}`
  // The output must not repeat a single line.
  const isWholeOutput = output.trim().split('\n').length === 1
  return { message: isWholeOutput ? firstText : `${firstText}\n${lastText}`, programError: cause.text }
}

/** Returns the first informative line of an output, and the last lines. */
function lastOutput(output: string): string {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const lastPart = lines.slice(-maxLastLines)
  const explanation = lines.slice(0, -maxLastLines).find((line) => explainingLinePattern.test(line))
  return `${outputMark}${[...(explanation === undefined ? [] : [explanation, '…']), ...lastPart].join('\n')}`
}

/** Returns the last output of a program, for a message that already explains the end of the program. */
export function endOfOutput(output: string): string {
  return output.trim() === '' ? 'It printed nothing.' : lastOutput(output)
}

// `leaderelection lost` of Kubernetes, `leadership was lost`, `lost the lease`.
const lostLeasePattern =
  /lead(?:er|ership|erelection)\b[^\n]{0,30}\blost\b|\blost\b[^\n]{0,30}\b(?:lease|lead)/i

/** Reports whether the last output of a program says that it lost its lease, after which it must end. */
export function reportsLostLease(output: string): boolean {
  return lostLeasePattern.test(endOfOutput(output))
}
