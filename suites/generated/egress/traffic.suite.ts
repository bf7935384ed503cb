import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { egressCases } from './draw.ts'
import { focusCase, judgeEgress } from './drive.ts'
import { regressions } from './regressions.ts'
import type { EgressCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because a case needs a start in place of about seven requests.
const costDivisor = 15

const egressArea: Area<EgressCase> = {
  id: 'generated.egress.traffic',
  cases: egressCases,
  regressions,
  regressionsFile: 'suites/generated/egress/regressions.ts',
  perStart: 1,
  cost: costDivisor,
  requests: ({ issuers }) => 2 * issuers.length + 1,
  coverage: coverageOf,
  coverable,
  judge: judgeEgress,
  focused: focusCase,
}

must(egressArea.id, { row: 'EgressSelection.name', aspect: 'generated cases, traffic' }, () => {
  says(
    'Which selection carries the traffic of issuers and of the store follows from the names of the selections and of the entries alone.',
  )
  test(
    {
      title: 'issuers and the store are reached as the file configures',
      id: 'issuers and the store are reached as the file says',
    },
    async () => {
      await judgeCases(egressArea)
    },
  )
})
