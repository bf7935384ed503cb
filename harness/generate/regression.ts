import type { Area } from './area.ts'

/** A failing case, as it is reported to the user. */
export interface FailingCase<Case> {
  readonly value: Case
  readonly twin?: Case
  readonly companions?: readonly Case[]
  readonly asked: unknown
  /** Text with the number of cases that disagree: `2 of 60 cases`. */
  readonly shareText: string
  readonly starts: number
  /** True if there was no time to shrink the case. */
  readonly isCut?: boolean
}

/** Returns the found case, the nearest case that agrees, and the line that keeps the found case. */
export function regressionText<Case>(
  { regressionsFile: keptIn }: Pick<Area<Case>, 'regressionsFile'>,
  found: FailingCase<Case>,
): string {
  const { value, twin, companions = [], asked: request, shareText, starts, isCut = false } = found
  const cutNote = isCut ? ', when the time of the check was over' : ''
  const lines = [
    `${shareText} disagree; the smallest like the first, after ${starts} ${starts === 1 ? 'start' : 'starts'}${cutNote}:`,
    `  ${JSON.stringify(request)}`,
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
