import { createHash } from 'node:crypto'
import type { CheckEvent } from '../events.ts'
import type { Verdict } from '../verdict.ts'
import { steady, steadyValue } from './steady.ts'

/** A failure as far as its fingerprint looks at it. */
export type Failure = Pick<CheckEvent, 'verdict' | 'reason' | 'expected' | 'actual' | 'assertions'>

// What a baseline can bear: the others say nothing of the implementation, and are red until they do.
const bearable: ReadonlySet<Verdict> = new Set(['broken', 'crashed', 'untestable'])

/** What stays the same when a check fails in the same way again; nothing of what no baseline may list. */
export function fingerprintOf(failure: Failure): string | undefined {
  if (!bearable.has(failure.verdict)) return undefined
  const facts = [failure.verdict, ...factsOf(failure)]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}

function factsOf({ verdict, reason = '', expected, actual, assertions }: Failure): unknown[] {
  if (verdict !== 'broken') return [steady(tellingLines(reason))]
  const matcher = assertions.find(({ passed }) => !passed)?.matcher
  // Two bare numbers of these are nearly always the statuses of answers.
  if (isStatus(expected) && isStatus(actual)) return [matcher, expected, actual]
  // What only repeats the two values is cut where they are long.
  const said = /^(AssertionError: )?expected /.test(reason) ? '' : steady(reason)
  return [matcher, said, steadyValue(expected), steadyValue(actual)]
}

/** The first line and those that name the end of a program; what else it printed differs from one time to the next. */
function tellingLines(reason: string): string {
  // Its last output are lines like others.
  const lines = reason.replace(' Last output: ', '\n').split('\n')
  return lines.filter((line, index) => index === 0 || /\b(panic|fatal|SIG[A-Z]+)\b/i.test(line)).join('\n')
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599
}
