import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { policyCases } from './draw.ts'
import { judgePolicies } from './drive.ts'
import { regressions } from './regressions.ts'
import type { PolicyCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({ capability: 'audit-policy', limitMs: limitOf(inject('settings')) })

const policiesPerServer = 60

const policies: Area<PolicyCase> = {
  id: 'generated.audit.policy',
  cases: policyCases,
  regressions,
  regressionsFile: 'suites/generated/audit/regressions.ts',
  perStart: policiesPerServer,
  requests: ({ requests }) => requests.length,
  coverage: coverageOf,
  coverable,
  judge: judgePolicies,
}

must(policies.id, flagRow('--audit-policy-file', 'generated cases'), () => {
  says('At which level and stages a request is recorded follows from the rules of the policy alone.')
  test(
    {
      title: 'requests are recorded as the policies require',
      id: 'requests are recorded as the policies say',
    },
    async (check) => {
      check.needs('token-file-csv')
      check.needs('audit-events')
      await judgeCases(policies)
    },
  )
})
