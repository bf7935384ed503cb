import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { chainCases } from './draw.ts'
import { judgeChains } from './drive.ts'
import { regressions } from './regressions.ts'
import type { ChainCase } from './model.ts'
import { coverable, coverageOf } from './coverage.ts'

const { must } = rulesOf({
  document: 1,
  section: 'AuthorizationConfiguration',
  open: 'failurePolicy.deny',
  limitMs: limitOf(inject('settings')),
})

// Limits the conditions that are evaluated for each request.
const chainsPerServer = 30

const chains: Area<ChainCase> = {
  id: 'generated.authorization.chain',
  cases: chainCases,
  regressions,
  regressionsFile: 'suites/generated/authorization/regressions.ts',
  perStart: chainsPerServer,
  requests: ({ requests }) => requests.length,
  coverage: coverageOf,
  coverable,
  judge: judgeChains,
}

must(chains.id, { row: 'authorizers', aspect: 'generated cases' }, () => {
  says('The decision, and the authorizers that are called, follow from the chain and their responses alone.')
  test(
    {
      title: 'requests have the documented results',
      id: 'requests come to what the documents say of them',
    },
    async (check) => {
      check.needs('access-review')
      check.open('failurePolicy.noOpinion')
      check.open('matchCondition.variable')
      await judgeCases(chains)
    },
  )
})
