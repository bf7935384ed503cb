import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../errors.ts'
import type { RunEvent } from '../events.ts'

/** Returns the events of a run in its output directory; empty if there are none. */
export function runEvents(out: string): RunEvent[] {
  const text = quietly(() => readFileSync(join(out, 'events.jsonl'), 'utf8').trimEnd(), '')
  return text.split('\n').flatMap((line) => quietly(() => [JSON.parse(line) as RunEvent], []))
}
