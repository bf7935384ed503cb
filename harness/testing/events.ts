import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quietly } from '../errors.ts'
import type { RunEvent } from '../events.ts'

/** The events that a run left in its output directory; none where it left none. */
export function runEvents(out: string): RunEvent[] {
  const text = quietly(() => readFileSync(join(out, 'events.jsonl'), 'utf8').trimEnd(), '')
  return text.split('\n').flatMap((line) => quietly(() => [JSON.parse(line) as RunEvent], []))
}
