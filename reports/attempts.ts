import type { RunCheck } from './run-schema.ts'
import { verdictWords } from './displayed-verdict.ts'

const redVerdicts: readonly RunCheck['verdict'][] = ['broken', 'crashed']

/** Describes the attempts at a check for human readers. Returns nothing for a check with one attempt. */
export function attemptsText({ verdict, attempts = [] }: RunCheck): string | undefined {
  const [, ...repeats] = attempts
  if (repeats.length === 0) return undefined
  const verdictList = attempts.map((one) => verdictWords(one.verdict)).join(', then ')
  const isConfirmed =
    redVerdicts.includes(verdict) && attempts.filter((one) => redVerdicts.includes(one.verdict)).length > 1
  const traces = repeats.flatMap(({ evidence }) => evidence ?? [])
  return `${isConfirmed ? 'confirmed: ' : ''}${verdictList} by itself on a fresh start${traces.length === 0 ? '' : ` (${traces.join(', ')})`}`
}
