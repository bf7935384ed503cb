import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { coverable, coverageOf } from './coverage.ts'
import { quotaCases } from './draw.ts'
import { judgeQuotas } from './drive.ts'
import type { QuotaCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Per-controller blocks',
  waits: true,
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because the rounds of a case wait for the sync period.
const cost = 30
const casesPerStart = 9

const quota: Area<QuotaCase> = {
  id: 'generated.manager.quota',
  cases: quotaCases,
  regressions,
  regressionsFile: 'suites/generated/quota/regressions.ts',
  perStart: casesPerStart,
  cost,
  requests: ({ rounds }) => rounds.length,
  coverage: coverageOf,
  coverable,
  judge: judgeQuotas,
}

must(quota.id, { row: 'ResourceQuotaController.ResourceQuotaSyncPeriod', aspect: 'generated cases' }, () => {
  says('The usage of a quota becomes the number of its objects, whatever was written as the usage.')
  test(
    { title: 'usages match the number of objects after random changes', id: 'usages-follow' },
    async () => {
      await judgeCases(quota)
    },
  )
})
