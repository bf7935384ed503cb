import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { flagRow } from '../../shared/flags/place.ts'
import { coverable, coverageOf } from './coverage.ts'
import { accountCases } from './draw.ts'
import { judgeAccounts } from './drive.ts'
import type { AccountCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({ capability: 'token-request', limitMs: limitOf(inject('settings')) })

// Divides the number of generated cases, because a case creates and deletes objects.
const costDivisor = 3
const casesPerStart = 30

const accounts: Area<AccountCase> = {
  id: 'generated.authentication.accounts',
  cases: accountCases,
  regressions,
  regressionsFile: 'suites/generated/accounts/regressions.ts',
  perStart: casesPerStart,
  cost: costDivisor,
  requests: () => 1,
  coverage: coverageOf,
  coverable,
  judge: judgeAccounts,
}

const rows = [
  '--api-audiences',
  '--service-account-issuer',
  '--service-account-key-file',
  '--service-account-lookup',
]

must(accounts.id, { ...flagRow('--service-account-key-file', 'generated cases'), rows }, () => {
  says(
    'A token of a service account is accepted only if its key, issuer, audiences, time and objects are valid.',
  )
  test({ title: 'tokens are accepted only if each part is valid', id: 'each-part' }, async (check) => {
    check.needs('objects')
    await judgeCases(accounts)
  })
})
