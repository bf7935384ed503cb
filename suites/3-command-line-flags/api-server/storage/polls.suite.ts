import { monitorJitter, expect, meanGapMs, rulesOf, says, test, until } from '#kit'
import type { EtcdRequest } from '#mocks/etcd/index.ts'
import { separateStores, type ServerWithStore, storedServer } from './separate-store.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const periodMs = 1_000
// Timers of a client can shorten the interval between two requests a little.
const shortestMs = 0.8 * periodMs
// The document gives a period. Half the frequency is a deviation; jitter that sometimes lengthens the period is not.
const maxMsLength = 1.75 * periodMs

const polls = {
  '--etcd-compaction-interval': {
    says: 'Compaction is requested at the interval; 0 disables it.',
    // A server that compacts first records the start of the interval.
    asks: ({ method }: EtcdRequest) => method === 'Compact',
    about: () => 'compaction',
    title: 'requests compaction',
  },
  '--etcd-count-metric-poll-period': {
    says: 'The objects of each type are counted at the period; 0 disables it.',
    asks: ({ method, what }: EtcdRequest) => method === 'Range' && what.endsWith(' count'),
    about: ({ key }: EtcdRequest) => key,
    title: 'counts objects',
  },
  '--etcd-db-metric-poll-interval': {
    says: 'The size of the database is polled at the interval; 0 disables it.',
    asks: ({ method }: EtcdRequest) => method === 'Status',
    about: () => 'size',
    title: 'asks for the size',
  },
} as const

type Poll = (typeof polls)[keyof typeof polls]

const own = separateStores()
const flags = Object.keys(polls) as (keyof typeof polls)[]
// A server does not request from the store what it keeps in memory.
const uncached = { '--watch-cache': false } as const
const every = (period: string) => () => ({
  ...uncached,
  ...Object.fromEntries(flags.map((flag) => [flag, period])),
})
const polling = storedServer(own, every('1s'))
const withoutPolls = storedServer(own, every('0'))

// A server that skips the first interval needs a second one to show a period, and jitter can double each.
const seenMs = 5_200

interface Seen {
  readonly requests: readonly EtcdRequest[]
  /** Observation time of the store, in milliseconds. */
  readonly forMs: number
}

/** Returns the requests of a running server to its store within the time in which several polls are due. */
async function pollsOf(fixture: () => Promise<ServerWithStore>, { asks }: Poll): Promise<Seen> {
  const { server, etcd } = await fixture()
  monitorJitter()
  const fromMs = performance.now()
  const already = etcd.journal.length
  await until(() => performance.now() - fromMs > seenMs, {
    withinMs: 2 * seenMs,
    what: 'several polls were due',
  })
  const requests = etcd.journal.slice(already).filter(asks)
  const forMs = performance.now() - fromMs
  // The server could reach the store all the time.
  expect((await server.request({ path: '/readyz' })).status, 'readiness').toBe(200)
  return { requests, forMs }
}

/**
 * Returns the mean interval between two requests about the same subject, among the frequent ones; infinite without any.
 */
function typicalGapMs({ requests }: Seen, { about }: Poll): number {
  return typical(timesOf(requests, about).map(meanGapMs))
}

/**
 * Returns the upper bound of the mean interval for that number of requests in that time. A late first request does not
 * shorten it.
 */
function longestGapMs({ requests, forMs }: Seen, { about }: Poll): number {
  return typical(timesOf(requests, about).map((atMs) => forMs / (atMs.length - 1)))
}

function timesOf(requests: readonly EtcdRequest[], about: Poll['about']): number[][] {
  const times = new Map<string, number[]>()
  for (const one of requests) times.set(about(one), [...(times.get(about(one)) ?? []), one.atMs])
  return [...times.values()].filter(({ length }) => length > 1)
}

function typical(gaps: readonly number[]): number {
  // The lowest quarter can be about resources that two pollers read, and the rest can be stretched by chance.
  const gap = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 4)]
  return gap === undefined ? Number.POSITIVE_INFINITY : Math.round(gap)
}

for (const flag of flags) {
  const poll = polls[flag]
  const name = flag.slice(2)
  const [often, never] = [`${poll.title} once in each period`, `never ${poll.title} when the flag is 0`]
  must(
    `flag.${name}.period`,
    {
      ...flagRow(flag, 'meaning'),
      ...(flag === '--etcd-count-metric-poll-period' && { capability: 'store-counts' }),
    },
    () => {
      says(poll.says)
      test(often, async () => {
        const request = await pollsOf(polling, poll)

        expect(longestGapMs(request, poll), 'the time by the questions in it').toBeGreaterThanOrEqual(
          shortestMs,
        )
        expect(typicalGapMs(request, poll), 'the mean time between two').toBeLessThanOrEqual(maxMsLength)
      }).sees(`${name}-without-effect`)

      test(never, async () => {
        expect((await pollsOf(withoutPolls, poll)).requests, 'questions').toEqual([])
      }).sees(`${name}-0-goes-on`)
    },
  )
}
