import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { policyCases } from './draw.ts'
import { judgePolicies } from './drive.ts'
import { kept } from './kept.ts'
import type { PolicyCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

const { must } = rulesOf({ capability: 'audit-policy', limitMs: limitOf(inject('settings')) })

const policiesPerServer = 60

const policies: Area<PolicyCase> = {
  id: 'generated.audit.policy',
  cases: policyCases,
  kept,
  keptIn: 'suites/generated/audit/kept.ts',
  perStart: policiesPerServer,
  questions: ({ requests }) => requests.length,
  visits: visitsOf,
  visitable,
  judge: judgePolicies,
}

must(policies.id, flagRow('--audit-policy-file', 'generated cases'), () => {
  says('At which level and stages a request is recorded follows from the rules of the policy alone.')
  test('requests are recorded as the policies say', async (check) => {
    check.needs('token-file-csv')
    check.needs('audit-events')
    await judgeCases(policies)
  })
})
