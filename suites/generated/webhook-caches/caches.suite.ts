import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { type Area, judgeCases, limitOf } from '#kit/generate.ts'
import { agentFlagRow, flagRow } from '../../shared/flags/place.ts'
import { coverable, coverageOf } from './coverage.ts'
import { cacheCases } from './draw.ts'
import { judgeCaches } from './drive.ts'
import {
  agentDecisions,
  agentIdentities,
  type CacheCase,
  type CacheKind,
  decisions,
  tokenIdentities,
} from './model.ts'
import { freshAgentSubject } from './agent.ts'
import { regressions } from './regressions.ts'
import { freshSubject } from './server.ts'

const { must } = rulesOf({ capability: 'objects', waits: true, limitMs: limitOf(inject('settings')) })

const { must: agentMust } = rulesOf({
  program: 'node-agent',
  waits: true,
  limitMs: limitOf(inject('settings')),
})

// Divides the number of generated cases by little, because cases wait concurrently.
const cost = 4
const casesPerStart = 20

const cacheArea = (id: string, kind: CacheKind, createSubject = freshSubject): Area<CacheCase> => ({
  id,
  cases: cacheCases,
  regressions,
  regressionsFile: 'suites/generated/webhook-caches/regressions.ts',
  perStart: casesPerStart,
  cost,
  requests: ({ steps }) => steps.length,
  coverage: coverageOf(kind),
  coverable,
  judge: judgeCaches(kind, createSubject),
})

const decisionArea = cacheArea('generated.authorization.cache', decisions)
const tokenArea = cacheArea('generated.authentication.cache', tokenIdentities)

const agentDecisionArea = cacheArea('generated.agent.decisions', agentDecisions, freshAgentSubject)
const agentTokenArea = cacheArea('generated.agent.tokens', agentIdentities, freshAgentSubject)

const authorizedTtl = flagRow('--authorization-webhook-cache-authorized-ttl', 'generated cases')
must(
  decisionArea.id,
  {
    ...authorizedTtl,
    rows: ['--authorization-webhook-cache-authorized-ttl', '--authorization-webhook-cache-unauthorized-ttl'],
  },
  () => {
    says(
      'Each decision of the webhook is cached for its time, and after it the next response decides, whatever it is.',
    )
    test(
      { title: 'requests are authorized as random responses of the webhook require', id: 'decided' },
      async () => {
        await judgeCases(decisionArea)
      },
    )
  },
)

must(tokenArea.id, flagRow('--authentication-token-webhook-cache-ttl', 'generated cases'), () => {
  says(
    'Each response about a token is cached for the time of the flag, and after it the next response applies, whatever it is.',
  )
  test(
    { title: 'tokens are authenticated as random responses of the webhook require', id: 'identified' },
    async () => {
      await judgeCases(tokenArea)
    },
  )
})

const agentTtl = agentFlagRow('--authorization-webhook-cache-authorized-ttl', 'generated cases')
agentMust(
  agentDecisionArea.id,
  {
    ...agentTtl,
    rows: ['--authorization-webhook-cache-authorized-ttl', '--authorization-webhook-cache-unauthorized-ttl'],
  },
  () => {
    says(
      'Each decision about a caller is cached for its time, and after it the next one applies, whatever it is.',
    )
    test(
      { title: 'callers are authorized as random responses of the API server require', id: 'authorized' },
      async () => {
        await judgeCases(agentDecisionArea)
      },
    )
  },
)

agentMust(
  agentTokenArea.id,
  agentFlagRow('--authentication-token-webhook-cache-ttl', 'generated cases'),
  () => {
    says(
      'Each response about a token is cached for its time, and after it the next one applies, whatever it is.',
    )
    test(
      { title: 'callers are authenticated as random responses of the API server require', id: 'identified' },
      async () => {
        await judgeCases(agentTokenArea)
      },
    )
  },
)
