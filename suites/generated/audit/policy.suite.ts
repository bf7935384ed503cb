import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { flagRow } from '../../shared/flags/flag-rules.ts'
import { policyCases } from './draw.ts'
import { judgePolicies } from './drive.ts'
import { kept } from './kept.ts'
import type { PolicyCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

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

rule(
  {
    id: policies.id,
    level: 'MUST',
    says: 'At which level and stages a request is recorded follows from the rules of the policy alone.',
    source: flagRow('--audit-policy-file', 'generated cases'),
    capability: 'audit-policy',
    limitMs: limitOf(inject('settings')),
  },
  () => {
    test('requests are recorded as the policies say', async (check) => {
      check.needs('token-file-csv')
      check.needs('audit-events')
      await judgeCases(policies)
    })
  },
)
