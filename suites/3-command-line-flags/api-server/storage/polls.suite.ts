import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { doubtJitterMeanwhile } from '#harness/observe/doubt.ts'
import { meanGapMs } from '#harness/observe/mean-gap.ts'
import { until } from '#harness/machine/until.ts'
import type { EtcdAsked } from '#mocks/etcd/index.ts'
import { ownStores, type Stored, storedServer } from './own-store.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const periodMs = 1_000
// A caller's timers may bring two questions a little nearer to each other.
const shortestMs = 0.8 * periodMs
// The document gives a period: half as often is another one. Jitter that only sometimes lengthens it is not.
const longestMs = 1.75 * periodMs

const polls = {
  '--etcd-compaction-interval': {
    says: 'Compaction is requested at the interval; 0 disables it.',
    // Whoever compacts notes first where the interval begins.
    asks: ({ method }: EtcdAsked) => method === 'Compact',
    about: () => 'compaction',
    title: 'requests compaction',
  },
  '--etcd-count-metric-poll-period': {
    says: 'The objects of each type are counted at the period; 0 disables it.',
    asks: ({ method, what }: EtcdAsked) => method === 'Range' && what.endsWith(' count'),
    about: ({ key }: EtcdAsked) => key,
    title: 'counts objects',
  },
  '--etcd-db-metric-poll-interval': {
    says: 'The size of the database is polled at the interval; 0 disables it.',
    asks: ({ method }: EtcdAsked) => method === 'Status',
    about: () => 'size',
    title: 'asks for the size',
  },
} as const

type Poll = (typeof polls)[keyof typeof polls]

const own = ownStores()
const flags = Object.keys(polls) as (keyof typeof polls)[]
// What a server keeps in memory it need not ask the store for.
const uncached = { '--watch-cache': false } as const
const every = (period: string) => () => ({
  ...uncached,
  ...Object.fromEntries(flags.map((flag) => [flag, period])),
})
const polling = storedServer(own, every('1s'))
const resting = storedServer(own, every('0'))

// A server that lets the first interval pass needs a second to show one, and jitter may double each.
const seenMs = 5_200

interface Seen {
  readonly asked: readonly EtcdAsked[]
  /** How long the store was looked at. */
  readonly forMs: number
}

/** What a running server asks a store within the time in which several polls are due. */
async function askedBy(world: () => Promise<Stored>, { asks }: Poll): Promise<Seen> {
  const { server, etcd } = await world()
  doubtJitterMeanwhile()
  const fromMs = performance.now()
  const already = etcd.journal.length
  await until(() => performance.now() - fromMs > seenMs, {
    withinMs: 2 * seenMs,
    what: 'several polls were due',
  })
  const asked = etcd.journal.slice(already).filter(asks)
  const forMs = performance.now() - fromMs
  // The store was within reach of the server all the time.
  expect((await server.request({ path: '/readyz' })).status, 'readiness').toBe(200)
  return { asked, forMs }
}

/** The mean time between two questions about the same, of those that are asked often; endless without any. */
function typicalGapMs({ asked }: Seen, { about }: Poll): number {
  return typical(timesOf(asked, about).map(meanGapMs))
}

/** The longest that the mean time can be, when so many questions came within that time: a late first one shortens nothing. */
function longestGapMs({ asked, forMs }: Seen, { about }: Poll): number {
  return typical(timesOf(asked, about).map((atMs) => forMs / (atMs.length - 1)))
}

function timesOf(asked: readonly EtcdAsked[], about: Poll['about']): number[][] {
  const times = new Map<string, number[]>()
  for (const one of asked) times.set(about(one), [...(times.get(about(one)) ?? []), one.atMs])
  return [...times.values()].filter(({ length }) => length > 1)
}

function typical(gaps: readonly number[]): number {
  // The quarter below may be about what two pollers look at, the rest be stretched by chance.
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
        const seen = await askedBy(polling, poll)

        expect(longestGapMs(seen, poll), 'the time by the questions in it').toBeGreaterThanOrEqual(shortestMs)
        expect(typicalGapMs(seen, poll), 'the mean time between two').toBeLessThanOrEqual(longestMs)
      }).sees(`${name}-without-effect`)

      test(never, async () => {
        expect((await askedBy(resting, poll)).asked, 'questions').toEqual([])
      }).sees(`${name}-0-goes-on`)
    },
  )
}
