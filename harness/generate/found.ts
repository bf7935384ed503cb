import type { Area } from './area.ts'

/** A case that fails, as people read it. */
export interface FoundCase<Case> {
  readonly value: Case
  readonly twin?: Case
  readonly companions?: readonly Case[]
  readonly asked: unknown
  /** How many cases of how many disagree. */
  readonly of: string
  readonly starts: number
  /** Whether there was no time to make it smaller. */
  readonly isCut?: boolean
}

/** What was found, what held beside it, and the line that keeps it. */
export function foundText<Case>({ keptIn }: Pick<Area<Case>, 'keptIn'>, found: FoundCase<Case>): string {
  const { value, twin, companions = [], asked, of, starts, isCut = false } = found
  const cut = isCut ? ', when the time of the check was over' : ''
  const lines = [
    `${of} disagree; the smallest like the first, after ${starts} ${starts === 1 ? 'start' : 'starts'}${cut}:`,
    `  ${JSON.stringify(asked)}`,
    ...(twin === undefined ? [] : [`One step smaller, and it agrees:`, `  ${JSON.stringify(twin)}`]),
    ...(companions.length === 0
      ? []
      : [
          `It disagrees only together with ${companions.length} others:`,
          ...companions.map((one) => `  ${JSON.stringify(one)}`),
        ]),
    `To keep it, add to ${keptIn}:`,
    `  'say what it is about': ${JSON.stringify(value)},`,
  ]
  return lines.join('\n')
}
