import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nowMs } from '../time.ts'
import { ownLateness } from '../machine/lateness.ts'
import { workspaceVariable } from './workspace.ts'

// Span over which lateness is summed: long enough that a single busy second changes nothing.
const spanMs = 10_000
const lateShare = 0.4

/** Returns the limit of concurrent program starts: the given number, or 1 while this machine is overloaded. */
export function startsAtOnce(usualLimit: number): () => number {
  const lateness = ownLateness()
  const fromMs = nowMs()
  return () => {
    const isLate = nowMs() - fromMs > spanMs && lateness.since(nowMs() - spanMs) > lateShare * spanMs
    if (isLate) warnOnce()
    return isLate ? 1 : usualLimit
  }
}

/** Prints a warning once in a run, from the first process that detects slow starts. */
function warnOnce(): void {
  const workspace = process.env[workspaceVariable]
  if (workspace === undefined) return
  try {
    writeFileSync(join(workspace, 'slowed'), '', { flag: 'wx' })
  } catch {
    return
  }
  process.stderr.write(
    '\nThis machine is too busy for the run: it starts fewer programs at once from here on. --jobs 1 makes it gentler still.\n',
  )
}
