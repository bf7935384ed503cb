import { join, resolve } from 'node:path'
import { orFallback } from '../errors.ts'
import type { CheckEvent, FooterEvent, RunEvent } from '../events.ts'
import type { HeaderEvent } from '../header.ts'
import { readInput } from '../input/read.ts'
import { isRed } from '../verdict.ts'

/** Function that compares checks with those of the previous run. */
export type PreviousComparison = (checks: Iterable<CheckEvent>) => FooterEvent['previous']

/**
 * Reads the run in an output directory before a new run replaces it; `undefined` if the run has a different target or
 * cannot be read. The previous run changes no verdict.
 */
export function readPreviousRun(
  out: string,
  target: Pick<HeaderEvent['target'], 'name' | 'dialect'>,
): PreviousComparison | undefined {
  const text = orFallback(() => readInput(join(resolve(out), 'events.jsonl'), 'events'), '')
  const header = orFallback(
    () => JSON.parse(text.slice(0, text.indexOf('\n'))) as Partial<HeaderEvent>,
    undefined,
  )
  if (header?.type !== 'header' || header.argv?.[0] !== 'run') return undefined
  if (header.target?.name !== target.name || header.target.dialect !== target.dialect) return undefined
  // Parsing thousands of lines takes a while, so it is deferred until the end.
  return (checks) => orFallback(() => compareWith(eventsIn(text), checks), undefined)
}

function eventsIn(text: string): RunEvent[] {
  return text.split('\n').flatMap((line) => orFallback(() => [JSON.parse(line) as RunEvent], []))
}

/** Compares a run with an earlier run: its new failures, since when the old failures exist, and its fixed checks. */
function compareWith(earlier: readonly RunEvent[], checks: Iterable<CheckEvent>): FooterEvent['previous'] {
  const header = earlier.find((event) => event.type === 'header')
  if (header === undefined) return undefined
  const eventsBefore = new Map(
    earlier.flatMap((event) => (event.type === 'check' ? [[event.id, event]] : [])),
  )
  const footer = earlier.find((event) => event.type === 'footer')
  const failingSince = footer?.previous?.failingSince ?? {}
  const checksNow = [...checks].flatMap((check) => {
    const eventBefore = eventsBefore.get(check.id)
    return eventBefore === undefined ? [] : [{ id: check.id, wasRed: isRed(eventBefore), is: isRed(check) }]
  })
  return {
    startedAt: header.startedAt,
    newFailures: checksNow.flatMap(({ id, wasRed, is }) => (is && !wasRed ? [id] : [])),
    failingSince: Object.fromEntries(
      checksNow.flatMap(({ id, wasRed, is }) =>
        is && wasRed ? [[id, failingSince[id] ?? header.startedAt]] : [],
      ),
    ),
    fixed: checksNow.flatMap(({ id, wasRed, is }) => (wasRed && !is ? [id] : [])),
  }
}
