import { inject } from 'vitest'
import { rule, test } from '#harness/check/rule.ts'
import type { Area } from '#harness/generate/area.ts'
import { judgeCases, limitOf } from '#harness/generate/judge.ts'
import { chainCases } from './draw.ts'
import { judgeChains } from './drive.ts'
import { kept } from './kept.ts'
import type { ChainCase } from './model.ts'
import { visitable, visitsOf } from './visits.ts'

// Every request passes the conditions of all of them.
const chainsPerServer = 30

const chains: Area<ChainCase> = {
  id: 'generated.authorization.chain',
  cases: chainCases,
  kept,
  keptIn: 'suites/generated/authorization/kept.ts',
  perStart: chainsPerServer,
  questions: ({ requests }) => requests.length,
  visits: visitsOf,
  visitable,
  judge: judgeChains,
}

rule(
  {
    id: chains.id,
    level: 'MUST',
    says: 'The decision, and the authorizers that are called, follow from the chain and their responses alone.',
    source: {
      document: 1,
      section: 'AuthorizationConfiguration',
      rows: ['authorizers'],
      aspect: 'generated cases',
    },
    open: 'failurePolicy.deny',
    limitMs: limitOf(inject('settings')),
  },
  () => {
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
  },
)
