import type { RunEvent } from '#harness/events.ts'
import type { SampleRule } from './sample-rules.ts'
import { sampleEvents } from './sample-run.ts'

/** Returns a large run with `rules` rules of four checks each. */
export function largeEvents(ruleCount: number): RunEvent[] {
  return sampleEvents(Array.from({ length: ruleCount }, (_, index) => largeRule(index)))
}

function largeRule(index: number): SampleRule {
  return {
    rule: {
      id: `area.subject-${index}.holds`,
      level: 'MUST',
      says: `Statement ${index} of a document says what must hold under which condition, in some length.`,
      program: 'apiserver',
      profile: 'apiserver-configuration',
      judgedBy: 'behaviour',
      source: {
        document: index % 2 === 0 ? 1 : 3,
        section: `Section ${index % 12}`,
        rows: [`field${index}`],
      },
    },
    accepts: 'accepts what is right',
    refuses: ['refuses the first near miss', 'refuses the second near miss', 'refuses the third near miss'],
  }
}
