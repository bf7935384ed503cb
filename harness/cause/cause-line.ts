/** The line in which a program reports why it ended or does not work. */
export interface CauseLine {
  /** Text without the time, process id and source line of a log; for a panic, with the function that panicked. */
  readonly text: string
  /**
   * Source of the text: the `trace` of a runtime, an `error` that the program reports, or only the `last` line of its
   * output.
   */
  readonly source: 'trace' | 'error' | 'last'
}

const maxCauseLength = 3_000
// Maximum number of lines that belong to a cause after its first line.
const maxFollowing = 5

/**
 * Finds the cause in the output of a program: the message of a crash trace, else the last reported error, else the last
 * line.
 * @param output standard output first, then standard error
 * @returns `undefined` if the output is empty
 */
export function causeLineOf(output: string): CauseLine | undefined {
  const lines = output.split('\n').map((line) => line.trimEnd())
  if (lines.every((line) => line.trim() === '')) return undefined
  const traceText = traceMessage(lines)
  if (traceText !== undefined) return { text: truncate(traceText), source: 'trace' }
  const lastReport = lastReportedError(lines)
  if (lastReport !== undefined) return { text: truncate(lastReport), source: 'error' }
  return { text: truncate(lastLine(lines)), source: 'last' }
}

/** Returns the message of the last crash trace. */
function traceMessage(lines: readonly string[]): string | undefined {
  return goMessage(lines) ?? nodeMessage(lines) ?? otherMessage(lines)
}

const goCrashPattern = /^(?:panic: |fatal error: |SIG[A-Z]+: )/
const goRoutinePattern = /^goroutine \d+ .*\[/
// Frames of the Go runtime above the function that panicked. A trace has several such frames if a handler panics again.
const goPanicFramePattern = /^(?:panic\(|runtime\.(?:sigpanic|panic\w*|goPanic\w*|throw|fatal\w*)\b)/

function goMessage(lines: readonly string[]): string | undefined {
  const crashIndex = lines.findLastIndex(
    (line, index) =>
      goCrashPattern.test(line) && !goCrashPattern.test(lines[index - 1] ?? '') && !/^\s/.test(line),
  )
  if (crashIndex < 0) return undefined
  const message = (lines[crashIndex] ?? '').replace(/ \[recovered.*\]$/, '')
  const frame = panickingFrame(lines.slice(crashIndex))
  return frame === undefined ? message : `${message} in ${frame}`
}

/** Returns the function that panicked, from the first goroutine of a trace. */
function panickingFrame(lines: readonly string[]): string | undefined {
  const routineIndex = lines.findIndex((line) => goRoutinePattern.test(line))
  if (routineIndex < 0) return undefined
  const linesBelow = lines.slice(routineIndex + 1)
  const endIndex = linesBelow.findIndex((line) => line === '')
  const frameLines = (endIndex < 0 ? linesBelow : linesBelow.slice(0, endIndex)).filter((line) =>
    /^[\w./-]+[\w)*]\S*\(.*\)$/.test(line),
  )
  const frame = frameLines[frameLines.findLastIndex((line) => goPanicFramePattern.test(line)) + 1]
  return frame?.replace(/\([^()]*\)$/, '')
}

const nodeVersionPattern = /^Node\.js v\d+\.\d+/
const errorLinePattern = /^(?:Uncaught )?(?:[\w$.]+(?:Error|Exception)|Error)(?: \[\w+\])?: \S/

function nodeMessage(lines: readonly string[]): string | undefined {
  const versionIndex = lines.findLastIndex((line) => nodeVersionPattern.test(line))
  if (versionIndex < 0) return undefined
  return lines.slice(0, versionIndex).findLast((line) => errorLinePattern.test(line))
}

function otherMessage(lines: readonly string[]): string | undefined {
  const pythonIndex = lines.findLastIndex((line) => line === 'Traceback (most recent call last):')
  if (pythonIndex >= 0)
    return lines.slice(pythonIndex + 1).find((line) => /^[A-Za-z_][\w.]*(?::|$)/.test(line))
  const javaIndex = lines.findLastIndex((line) => /^Exception in thread ".*" \S/.test(line))
  if (javaIndex >= 0) {
    const rootCause = lines.slice(javaIndex).findLast((line) => line.startsWith('Caused by: '))
    return rootCause ?? (lines[javaIndex] ?? '').replace(/^Exception in thread ".*?" /, '')
  }
  const rustIndex = lines.findLastIndex((line) => /^thread '.*' .*panicked at /.test(line))
  if (rustIndex >= 0)
    return `${(lines[rustIndex] ?? '').replace(/^thread '.*?' (?:\(\d+\) )?/, '')} ${lines[rustIndex + 1] ?? ''}`.trim()
  const terminateIndex = lines.findLastIndex((line) => line.startsWith('terminate called '))
  return terminateIndex < 0
    ? undefined
    : `${lines[terminateIndex]} ${(lines[terminateIndex + 1] ?? '').trim()}`.trim()
}

const klogHeaderPattern = /^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+\s+\d+ [\w./-]+:\d+\] ?/
const klogErrorPattern = /^[EF]\d{4} \d{2}:\d{2}:\d{2}\.\d+\s+\d+ [\w./-]+:\d+\] ?/
// Prefixes and fields that mark errors in the output of command-line programs and in logs.
const errorPrefixPattern =
  /^(?:\S+: )?(?:fatal |usage |configuration )?(?:error|fatal|ERROR|FATAL|Error|Fatal|CRITICAL)(?: ?\[\w+\])?: \S|^\S+(?: \w+)?: (?:error|fatal): |\b(?:level|lvl|severity)="?(?:error|fatal|panic|crit)|\[(?:ERROR|FATAL|error|fatal|emerg|crit)\]/
// Errors of command-line parsers, which many programs print above their usage.
const refusedFlagPattern =
  /(?:unknown|unrecognized|unexpected|unsupported|invalid|no such) (?:command[- ]line )?(?:flag|option|argument|switch|parameter|value)s?\b|flag provided but not defined|invalid argument "/i
const usagePattern = /^\s*usage(?: of .*)?:/i

/** Returns the last error that the program reports, in its log or as a command line. */
function lastReportedError(lines: readonly string[]): string | undefined {
  const reportIndex = lines.findLastIndex((line) => isReported(line))
  if (reportIndex >= 0) return entryFrom(lines, reportIndex)
  const usageIndex = lines.findIndex((line) => usagePattern.test(line))
  const flagLine = (usageIndex < 0 ? lines : lines.slice(0, usageIndex)).findLast((line) =>
    refusedFlagPattern.test(line),
  )
  return flagLine
}

function isReported(line: string): boolean {
  if (klogErrorPattern.test(line) || errorPrefixPattern.test(line) || errorLinePattern.test(line)) return true
  const entry = jsonEntry(line)
  return entry !== undefined && isErrorEntry(entry)
}

/** Returns a line without its log header, and with the following lines if it ends in a colon. */
function entryFrom(lines: readonly string[], at: number): string {
  const line = lines[at] ?? ''
  const entry = jsonEntry(line)
  if (entry !== undefined) return messageOf(entry)
  const text = toSentence(line.replace(klogHeaderPattern, '').replace(/^(?:time|ts)="?\S+"? /, ''))
  if (!text.endsWith(':')) return text
  const followingLines = lines.slice(at + 1, at + 1 + maxFollowing)
  const endIndex = followingLines.findIndex(
    (next) => next.trim() === '' || klogHeaderPattern.test(next) || usagePattern.test(next),
  )
  return [
    text,
    ...(endIndex < 0 ? followingLines : followingLines.slice(0, endIndex)).map((next) => next.trim()),
  ].join(' ')
}

// A structured log line: the message, and the error among its keys.
const structuredPattern = /^"((?:[^"\\]|\\.)*)"(?= ).*? err="((?:[^"\\]|\\.)*)"/

/** Returns a structured line as a sentence: the message and the error; for a failed command, the error alone. */
function toSentence(text: string): string {
  const [all, message, error] = structuredPattern.exec(text) ?? []
  if (all === undefined || message === undefined || error === undefined) return text
  return sentence(unquote(message), unquote(error))
}

function sentence(message: string, error: string): string {
  return message === '' || message === 'command failed' ? error : `${message}: ${error}`
}

function unquote(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

type Entry = Readonly<Record<string, unknown>>

function jsonEntry(line: string): Entry | undefined {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}

function isErrorEntry(entry: Entry): boolean {
  const level = entry['level'] ?? entry['severity'] ?? entry['lvl']
  return /^(?:error|fatal|panic|critical)$/i.test(String(level)) || entry['err'] !== undefined
}

function messageOf(entry: Entry): string {
  const message = textOf(entry['msg'] ?? entry['message'] ?? '')
  const error = entry['err'] ?? entry['error']
  return error === undefined ? message : sentence(message, textOf(error))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

const goFramePattern = /\.go:\d+ \+0x|^goroutine \d+|^created by /

/** Returns the last line that is neither usage nor a frame of a trace. */
function lastLine(lines: readonly string[]): string {
  const filledLines = lines.filter((line) => line.trim() !== '')
  // A long trace may lack its beginning, and its end has different addresses each time.
  if (filledLines.some((line) => /\.go:\d+ \+0x/.test(line)))
    return (
      filledLines.findLast((line) => /\bSIG[A-Z]+\b/.test(line) && !goFramePattern.test(line)) ??
      'a trace of Go whose beginning is missing'
    )
  const usageIndex = filledLines.findIndex((line) => usagePattern.test(line))
  const line = (usageIndex > 0 ? filledLines[usageIndex - 1] : undefined) ?? filledLines.at(-1) ?? ''
  return line.replace(klogHeaderPattern, '').trim()
}

/**
 * Joins the lines of a text and cuts the middle if it is long: some programs quote a file before they report the
 * mistake in it.
 */
function truncate(text: string): string {
  const line = text.trim().replace(/\s*\n\s*/g, ' ')
  if (line.length <= maxCauseLength) return line
  const halfLength = maxCauseLength / 2
  return `${line.slice(0, halfLength)} … ${line.slice(-halfLength)}`
}
