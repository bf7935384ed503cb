import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { egressCases } from './draw.ts'
import { focused, judgeEgress } from './drive.ts'
import { kept } from './kept.ts'
import type { EgressCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

// A start for some seven questions.
const dearness = 15

const traffic: Area<EgressCase> = {
  id: 'generated.egress.traffic',
  cases: egressCases,
  kept,
  keptIn: 'suites/generated/egress/kept.ts',
  perStart: 1,
  dearness,
  questions: ({ issuers }) => 2 * issuers.length + 1,
  visits: visitsOf,
  visitable,
  judge: judgeEgress,
  focused,
}

rule(
  {
    id: traffic.id,
    level: 'MUST',
    says: 'Which selection carries the traffic of issuers and of the store follows from the names of the selections and of the entries alone.',
    source: {
      document: 1,
      section: 'EgressSelectorConfiguration (v1alpha1)',
      rows: ['EgressSelection.name'],
      aspect: 'generated cases, traffic',
    },
    limitMs: limitOf(inject('settings')),
  },
  () => {
    test('issuers and the store are reached as the file says', async () => {
      await judgeCases(traffic)
    })
  },
)
