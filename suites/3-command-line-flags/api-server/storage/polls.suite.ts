import { monitorJitter, expect, meanGapMs, rulesOf, says, test, until } from '#kit'
import type { EtcdRequest } from '#mocks/etcd/index.ts'
import { separateStores, type ServerWithStore, storedServer } from './separate-store.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const periodMs = 1_000
// Minimum interval. Client timers can shorten an interval a little.
const minPeriodMs = 0.8 * periodMs
// Maximum interval. The document gives a period; this factor detects half the frequency and tolerates jitter.
const maxPeriodMs = 1.75 * periodMs

const pollsByFlag = {
  '--etcd-compaction-interval': {
    says: 'Compaction is requested at the interval; 0 disables it.',
    // A server records the start of the interval before it compacts.
    asks: ({ method }: EtcdRequest) => method === 'Compact',
    about: () => 'compaction',
    title: 'requests compaction',
    id: 'requests compaction',
  },
  '--etcd-count-metric-poll-period': {
    says: 'The objects of each type are counted at the period; 0 disables it.',
    asks: ({ method, what }: EtcdRequest) => method === 'Range' && what.endsWith(' count'),
    about: ({ key }: EtcdRequest) => key,
    title: 'counts objects',
    id: 'counts objects',
  },
  '--etcd-db-metric-poll-interval': {
    says: 'The size of the database is polled at the interval; 0 disables it.',
    asks: ({ method }: EtcdRequest) => method === 'Status',
    about: () => 'size',
    title: 'requests the size of the database',
    id: 'asks for the size',
  },
} as const

type PollCase = (typeof pollsByFlag)[keyof typeof pollsByFlag]

const storesOfFile = separateStores()
const flags = Object.keys(pollsByFlag) as (keyof typeof pollsByFlag)[]
// Disables the watch cache, so that the server sends its requests to the store.
const withoutCache = { '--watch-cache': false } as const
const flagsWithPeriod = (period: string) => () => ({
  ...withoutCache,
  ...Object.fromEntries(flags.map((flag) => [flag, period])),
})
const pollingServer = storedServer(storesOfFile, flagsWithPeriod('1s'))
const serverWithoutPolls = storedServer(storesOfFile, flagsWithPeriod('0'))

// Long enough for two intervals with jitter, because a server may skip the first.
const seenMs = 5_200

interface ObservedPolls {
  readonly requests: readonly EtcdRequest[]
  /** Observation time of the store, in milliseconds. */
  readonly forMs: number
}

/** Returns the requests of a running server to its store within the time in which several polls are due. */
async function pollsOf(fixture: () => Promise<ServerWithStore>, { asks }: PollCase): Promise<ObservedPolls> {
  const { server, etcd } = await fixture()
  monitorJitter(server.processId)
  const fromMs = performance.now()
  const journalLength = etcd.journal.length
  await until(() => performance.now() - fromMs > seenMs, {
    withinMs: 2 * seenMs,
    what: 'several polls were due',
  })
  const requests = etcd.journal.slice(journalLength).filter(asks)
  const observedMs = performance.now() - fromMs
  // The server must still reach its store.
  expect((await server.request({ path: '/readyz' })).status, 'readiness').toBe(200)
  return { requests, forMs: observedMs }
}

/** Returns the typical interval between two requests about the same subject, or infinity without such requests. */
function typicalGapMs({ requests }: ObservedPolls, { about }: PollCase): number {
  return typicalGapOf(timesOf(requests, about).map(meanGapMs))
}

/**
 * Returns an upper bound of the mean interval, from the number of requests and the observation time. A late first
 * request does not shorten the bound.
 */
function longestGapMs({ requests, forMs }: ObservedPolls, { about }: PollCase): number {
  return typicalGapOf(timesOf(requests, about).map((atMs) => forMs / (atMs.length - 1)))
}

function timesOf(requests: readonly EtcdRequest[], about: PollCase['about']): number[][] {
  const timesByResource = new Map<string, number[]>()
  for (const etcdRequest of requests)
    timesByResource.set(about(etcdRequest), [
      ...(timesByResource.get(about(etcdRequest)) ?? []),
      etcdRequest.atMs,
    ])
  return [...timesByResource.values()].filter(({ length }) => length > 1)
}

function typicalGapOf(gaps: readonly number[]): number {
  // Uses the lower quartile: shorter intervals may be of two pollers, and longer intervals may contain jitter.
  const lowerQuartileMs = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 4)]
  return lowerQuartileMs === undefined ? Number.POSITIVE_INFINITY : Math.round(lowerQuartileMs)
}

for (const flag of flags) {
  const pollCase = pollsByFlag[flag]
  const name = flag.slice(2)
  const titleWith = (text: (words: string) => string) => ({
    title: text(pollCase.title),
    id: text(pollCase.id),
  })
  must(
    `flag.${name}.period`,
    {
      ...flagRow(flag, 'meaning'),
      ...(flag === '--etcd-count-metric-poll-period' && { capability: 'store-counts' }),
    },
    () => {
      says(pollCase.says)
      test(
        titleWith((words) => `${words} once in each period`),
        async () => {
          const request = await pollsOf(pollingServer, pollCase)

          expect(longestGapMs(request, pollCase), 'the time by the questions in it').toBeGreaterThanOrEqual(
            minPeriodMs,
          )
          expect(typicalGapMs(request, pollCase), 'the mean time between two').toBeLessThanOrEqual(
            maxPeriodMs,
          )
        },
      ).sees(`${name}-without-effect`)

      test(
        titleWith((words) => `never ${words} when the flag is 0`),
        async () => {
          expect((await pollsOf(serverWithoutPolls, pollCase)).requests, 'questions').toEqual([])
        },
      ).sees(`${name}-0-goes-on`)
    },
  )
}
