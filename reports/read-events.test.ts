import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HarnessError } from '#harness/errors.ts'
import type { RunEvent } from '#harness/events.ts'
import { parseEvents, readRun } from './read-events.ts'
import { sampleEvents } from './testing/sample-run.ts'

const lines = (events: readonly RunEvent[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('')

function messageOf(text: string): string {
  try {
    parseEvents(text)
  } catch (thrown) {
    return thrown instanceof HarnessError ? `${thrown.code}: ${thrown.message}` : 'another error'
  }
  return 'no error'
}

describe('a stream of events', () => {
  const wholeStream = lines(sampleEvents())
  const [header = '', check = ''] = wholeStream.split('\n')

  test('a stream of events is read back as written', () => {
    expect(parseEvents(wholeStream)).toEqual({ events: sampleEvents() })
  })

  test('a stream of events may end without a final line break', () => {
    expect(parseEvents(wholeStream.trimEnd()).events).toHaveLength(sampleEvents().length)
  })

  test('a stream of events that a kill truncated loses only its last line, which is reported', () => {
    const { events, torn } = parseEvents(wholeStream.slice(0, wholeStream.length - 40), 'out/events.jsonl')

    expect(events).toHaveLength(sampleEvents().length - 1)
    expect(torn).toMatch(
      /^out\/events.jsonl:23: the last line breaks off after \d+ characters; it is left out\.$/,
    )
  })

  test('a stream of events may contain fields that this version does not know', () => {
    const laterCheck = { ...JSON.parse(check), colour: 'new' }

    expect(parseEvents(`${header}\n${JSON.stringify(laterCheck)}\n`).events).toHaveLength(2)
  })

  test.each([
    [
      'nothing',
      '',
      'usage: events.jsonl: the first event is not a header, so this is not the event stream of one run.',
    ],
    [
      'a broken line',
      `${header}\n{"type":\n${check}\n`,
      /^usage: events.jsonl:2: not JSON \(.*\)\. Was the file/,
    ],
    [
      'a list',
      `${header}\n[]\n`,
      /events.jsonl:2: the type undefined is none of header, attempt, check, footer\.$/,
    ],
    ['a number', '3\n', 'usage: events.jsonl:1: not an event: an object was expected.'],
    [
      'an unknown type',
      `${header}\n{"type":"chekc"}\n`,
      /:2: the type "chekc" is none of header, attempt, check, footer\.$/,
    ],
    [
      'an unknown verdict',
      `${header}\n${check.replace('"held"', '"fine"')}\n`,
      /:2: the check is wrong at verdict: Invalid type: Expected \("held" \|.* received "fine"\.$/,
    ],
    [
      'a missing field',
      `${header}\n{"type":"check"}\n`,
      /:2: the check is wrong at id: Invalid key: Expected "id" but received undefined\.$/,
    ],
    [
      'a rule without a sentence',
      `${header.replace('"says":', '"said":')}\n`,
      /:1: the header is wrong at plan\.rules\.0\.says: Invalid key: Expected "says" but received undefined\.$/,
    ],
    [
      'a later version',
      header.replace('"schemaVersion":2', '"schemaVersion":3').concat('\n'),
      /:1: written with schema version 3/,
    ],
    ['two runs', wholeStream + wholeStream, /2 headers; the file mixes several runs\.$/],
    ['events after the footer', `${wholeStream}${check}\n`, /events follow the footer/],
  ])('a stream of events with %s is rejected with the position', (_, text, message) => {
    const errorMessage = messageOf(text)

    expect(errorMessage).toMatch(message)
  })
})

describe('a run on disk', () => {
  test('a run on disk is read from its directory or its file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'orch-reports-'))
    const file = join(directory, 'events.jsonl')
    await writeFile(file, lines(sampleEvents()))

    const runsRead = await Promise.all([readRun(directory), readRun(file)])
    await rm(directory, { recursive: true })

    expect(runsRead.map(({ events }) => events.length)).toEqual([23, 23])
  })

  test('a run on disk that does not exist is a usage error with the next step', async () => {
    await expect(readRun('/nowhere/out')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Give the directory that a run wrote its results to.'),
    })
  })
})
