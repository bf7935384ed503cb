import { becomesTrueSoon, expect, monitorJitter, rulesOf, says, test } from '#kit'
import { type ApiAnswer, fail, type Matching } from '#mocks/api-server/index.ts'
import {
  electionTimes,
  firstWork,
  holderOf,
  lock,
  requestsOfLease,
  slackMs,
  startCandidate,
  untilLeading,
} from '../../shared/manager/election.ts'
import { expectWithin } from '../../shared/manager/expect-within.ts'
import { id, electionSource } from './election-rules.ts'

const { must } = rulesOf({ ...electionSource, waits: true })

const silentMs = 4_000

interface FailingRequests {
  readonly verb: NonNullable<Matching['verb']>
  readonly failure: ApiAnswer
}

const failures: Readonly<Record<string, FailingRequests>> = {
  'cannot be read': { verb: 'get', failure: fail(500) },
  'may not be read': { verb: 'get', failure: fail(403) },
  'cannot be created': { verb: ['create', 'update', 'patch'], failure: fail(500) },
  'may not be created': { verb: ['create', 'update', 'patch'], failure: fail(403) },
  'was created by another instance at the same time': {
    verb: ['create', 'update', 'patch'],
    failure: fail(409, 'the lease exists', 'AlreadyExists'),
  },
}

must(id('leader-elect.failing'), 'leaderElect', () => {
  says('While the lease cannot be acquired there is no leadership, whatever the reason, and no work.')
  test
    .for(failures)(
      { title: 'does no work while the lease %s, and leads afterwards', id: '%s' },
      async ({ verb, failure }) => {
        let endFailures = (): void => {}
        const candidate = await startCandidate({
          prepareApi: (one) => {
            const rule = one.on({ verb, resource: 'leases', namespace: lock.namespace }, failure)
            endFailures = () => rule.end()
          },
        })
        const { api, manager } = candidate
        monitorJitter(manager.processId)
        await expectWithin(() => requestsOfLease(api).some((request) => request.verb !== 'watch'), {
          withinMs: 15_000,
          what: 'the manager asked for the lease',
        })
        expect(await becomesTrueSoon(() => firstWork(api) !== undefined, silentMs), 'work').toBe(false)
        endFailures()
        await untilLeading(candidate)

        expect(holderOf(api), 'the holder of the lease').toEqual(expect.any(String))
      },
    )
    .sees('lease-failure-taken-for-leadership')
})

must(id('retry-period.of-failed-reads'), 'retryPeriod', () => {
  says('retryPeriod also passes between attempts to acquire that fail.')
  test({ title: 'a candidate waits for retryPeriod after a failed attempt', id: 'candidate' }, async () => {
    const { api, manager } = await startCandidate({
      prepareApi: (one) => void one.on({ resource: 'leases', namespace: lock.namespace }, fail(500)),
    })
    monitorJitter(manager.processId)
    const attempts = () =>
      requestsOfLease(api)
        .filter(({ verb }) => verb === 'get')
        .map(({ atMs }) => atMs)
    await expectWithin(() => attempts().length >= 4, { withinMs: 20_000, what: 'four attempts failed' })
    const waits = attempts()
      .slice(1)
      .map((atMs, index) => atMs - (attempts()[index] ?? atMs))

    expect(Math.min(...waits)).toBeGreaterThan(electionTimes.retryMs - slackMs)
  }).sees('lease-retried-at-once')
})
