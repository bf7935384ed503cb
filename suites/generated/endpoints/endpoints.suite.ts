import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { coverable, coverageOf } from './coverage.ts'
import { endpointsCases } from './draw.ts'
import { judgeEndpoints } from './drive.ts'
import type { EndpointsCase } from './model.ts'
import { regressions } from './regressions.ts'

const { must } = rulesOf({
  document: 2,
  section: 'Per-controller blocks',
  waits: true,
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases, because the rounds of a case wait for the batch period.
const cost = 30
const casesPerStart = 9

const endpoints: Area<EndpointsCase> = {
  id: 'generated.manager.endpoints',
  cases: endpointsCases,
  regressions,
  regressionsFile: 'suites/generated/endpoints/regressions.ts',
  perStart: casesPerStart,
  cost,
  requests: ({ rounds }) => rounds.length,
  coverage: coverageOf,
  coverable,
  judge: judgeEndpoints,
}

must(
  endpoints.id,
  {
    rows: [
      'EndpointController.EndpointUpdatesBatchPeriod',
      'EndpointSliceController.EndpointUpdatesBatchPeriod',
    ],
    aspect: 'generated cases',
  },
  () => {
    says(
      'Endpoints and slices have the addresses of the present pods, and no change of a pod is written before the batch period has passed.',
    )
    test({ title: 'endpoints match the pods after random changes', id: 'endpoints-follow' }, async () => {
      await judgeCases(endpoints)
    })
  },
)
