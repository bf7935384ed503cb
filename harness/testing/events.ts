import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orFallback } from '../errors.ts'
import type { RunEvent } from '../events.ts'

/** Returns the events of a run in its output directory; empty if there are none. */
export function runEvents(out: string): RunEvent[] {
  const text = orFallback(() => readFileSync(join(out, 'events.jsonl'), 'utf8').trimEnd(), '')
  return text.split('\n').flatMap((line) => orFallback(() => [JSON.parse(line) as RunEvent], []))
}
