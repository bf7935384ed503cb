import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { HarnessError, messageOf } from '#harness/errors.ts'
import { attemptEvent, checkEvent, footerEvent, type RunEvent } from '#harness/events.ts'
import { headerEvent } from '#harness/header.ts'
import { interrupts } from '#harness/interrupts.ts'
import { readInput } from '#harness/input/read.ts'

/** Result of reading a stream of events. */
export interface EventsRead {
  readonly events: readonly RunEvent[]
  /** Readable sentence about the truncated last line of a killed run. */
  readonly torn?: string
}

/** Reads a run's events. `path` is its output directory or the file itself. Throws a usage error with the line. */
export async function readRun(path: string): Promise<EventsRead> {
  const file = await eventsFile(path)
  let text: string
  try {
    text = readInput(file, 'events')
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    const hint = 'Give the directory that a run wrote its results to.'
    throw new HarnessError('usage', `There is no run at ${path}: ${messageOf(thrown)}. ${hint}`, {
      cause: thrown,
    })
  }
  return parseEvents(text, file)
}

/** Parses and validates the text of an `events.jsonl`. A last line that a kill truncated is omitted and reported. */
export function parseEvents(text: string, file = 'events.jsonl'): EventsRead {
  // A signal may end the process during parsing.
  return interrupts.runInterruptibly(() => parseLines(text, file))
}

function parseLines(text: string, file: string): EventsRead {
  const lines = text.split('\n')
  const lastLine = lines.pop() ?? ''
  const events = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parseLine(line, file, index + 1)],
  )
  const lastLineResult = lastLine.trim() === '' ? {} : parseLastLine(lastLine, file, lines.length + 1)
  const allEvents = lastLineResult.event === undefined ? events : [...events, lastLineResult.event]
  checkOrder(allEvents, file)
  checkTotals(allEvents, file)
  return lastLineResult.torn === undefined
    ? { events: allEvents }
    : { events: allEvents, torn: lastLineResult.torn }
}

async function eventsFile(path: string): Promise<string> {
  const isDirectory = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  return isDirectory ? join(path, 'events.jsonl') : path
}

/** Parses the text after the last line break, which is either complete or was truncated when the writer was killed. */
function parseLastLine(lastLine: string, file: string, line: number): { event?: RunEvent; torn?: string } {
  try {
    JSON.parse(lastLine)
  } catch {
    return {
      torn: `${file}:${line}: the last line breaks off after ${lastLine.length} characters; it is left out.`,
    }
  }
  return { event: parseLine(lastLine, file, line) }
}

function parseLine(text: string, file: string, line: number): RunEvent {
  const lineError = (problem: string): HarnessError =>
    new HarnessError('usage', `${file}:${line}: ${problem}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (thrown) {
    throw lineError(`not JSON (${messageOf(thrown)}). Was the file edited or cut?`)
  }
  const event = v.safeParse(anyEvent, value)
  if (!event.success) throw lineError('not an event: an object was expected.')
  const { type, schemaVersion } = event.output
  if (type === 'header' && schemaVersion !== 2) {
    const versions = `schema version ${JSON.stringify(schemaVersion)}, and this program reads version 2`
    throw lineError(`written with ${versions}. Use the program that wrote it.`)
  }
  const schema = eventSchemas.find((candidate) => candidate.entries.type.literal === type)
  if (schema === undefined) {
    const types = eventSchemas.map(({ entries }) => entries.type.literal).join(', ')
    throw lineError(`the type ${JSON.stringify(type)} is none of ${types}.`)
  }
  const parsedEvent = v.safeParse(schema, value)
  if (parsedEvent.success) return parsedEvent.output
  const { path, message } = innermostIssue(parsedEvent.issues[0])
  throw lineError(`the ${schema.entries.type.literal} is wrong at ${path.join('.') || 'it'}: ${message}.`)
}

/**
 * Returns the path and the message of a validation error. For a union, returns the path and the message of the last
 * member's error.
 */
function innermostIssue(mistake: v.BaseIssue<unknown>): {
  readonly path: readonly string[]
  readonly message: string
} {
  const path = v.getDotPath(mistake)
  const issuePath = path === null ? [] : [path]
  const innerIssue = mistake.issues?.at(-1)
  if (innerIssue === undefined) return { path: issuePath, message: mistake.message }
  const { path: innerPath, message } = innermostIssue(innerIssue)
  return { path: [...issuePath, ...innerPath], message }
}

const anyEvent = v.object({ type: v.optional(v.unknown()), schemaVersion: v.optional(v.unknown()) })
// Selects the schema by type, so that an error refers to the intended event.
const eventSchemas = [headerEvent, attemptEvent, checkEvent, footerEvent] as const

function checkOrder(events: readonly RunEvent[], file: string): void {
  if (events[0]?.type !== 'header') {
    throw new HarnessError(
      'usage',
      `${file}: the first event is not a header, so this is not the event stream of one run.`,
    )
  }
  const headers = events.filter((event) => event.type === 'header').length
  if (headers > 1)
    throw new HarnessError('usage', `${file}: ${headers} headers; the file mixes several runs.`)
  const footer = events.findIndex((event) => event.type === 'footer')
  if (footer !== -1 && footer !== events.length - 1) {
    throw new HarnessError('usage', `${file}: events follow the footer; the file mixes several runs.`)
  }
}

/** Requires each planned check once: a file of a run that ended normally was modified if a check is missing. */
function checkTotals(events: readonly RunEvent[], file: string): void {
  const [header, footer] = [events[0], events.at(-1)]
  if (header?.type !== 'header' || footer?.type !== 'footer') return
  const plannedIds = new Set(header.plan.checks.map(({ id }) => id))
  const reportedIds = events.filter((event) => event.type === 'check').map(({ id }) => id)
  const seenIds = new Set<string>()
  const unplannedId = reportedIds.find((id) => !plannedIds.has(id) || seenIds.size === seenIds.add(id).size)
  if (unplannedId !== undefined)
    throw editedError(file, `${unplannedId} was not planned, or is reported twice`)
  const hasEndedEarly =
    footer.errors.length > 0 || footer.neverStarted !== undefined || footer.stoppedAfter !== undefined
  if (!hasEndedEarly && reportedIds.length < plannedIds.size)
    throw editedError(file, `${plannedIds.size} checks were planned, and ${reportedIds.length} are reported`)
}

function editedError(file: string, problem: string): HarnessError {
  return new HarnessError('usage', `${file}: ${problem}. Was the file edited or cut?`)
}
