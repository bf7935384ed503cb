import { afterAll } from 'vitest'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { Http2Prober } from '#harness/client/http2.ts'
import type { Outcome } from '#harness/client/outcome.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { expectAccepted, expectRefusal, sharedServer } from '../../fixtures/api-server.ts'
import { flagRow } from '../flag-rules.ts'
import { counted } from './looks.ts'
import { identity } from './world.ts'

const mostStreams = 7
const plain = sharedServer(() => ({}))
const chancy = sharedServer(() => ({
  flags: { '--goaway-chance': 0.02, '--http2-max-streams-per-connection': mostStreams },
}))

// 14 are expected with a chance of 0.02; none at all, or more than 45, comes about less than once in a million runs.
const requests = 700
const mostGoaways = 45
// Without a chance there is nothing to count up: any goodbye is one too many.
const requestsWithout = 300
const lanes = 4

// They are the first thing that a server says on a connection.
const settingsWithinMs = 10_000

interface Asked {
  readonly goaways: number
  readonly outcomes: readonly Outcome[]
}

/** Asks many times, one request at a time on each of a few connections, so that every goodbye is told apart. */
async function askOften(server: ApiServer, times: number): Promise<Asked> {
  const clients = Array.from({ length: lanes }, () => new Http2Prober(identity(server)))
  const outcomes: Outcome[] = []
  await Promise.all(
    clients.map(async (client) => {
      for (let asked = 0; asked < times / lanes; asked++) {
        // One by one: the next request goes where the last one left the connection.
        outcomes.push(await client.ask({ path: '/readyz', withinMs: 10_000 }))
      }
    }),
  )
  for (const client of clients) client.close()
  return { goaways: clients.reduce((sum, { goaways }) => sum + goaways, 0), outcomes }
}

let chancyAsked: Promise<Asked> | undefined
afterAll(() => {
  chancyAsked = undefined
})

/** What came of the requests to the server with a chance; asked once for all checks. */
async function askedOften(): Promise<Asked> {
  const server = await chancy()
  chancyAsked ??= askOften(server, requests)
  return chancyAsked
}

rule(
  {
    id: 'flag.goaway-chance.share',
    level: 'MUST',
    says: 'That share of requests is answered with an HTTP/2 GOAWAY; with 0 none is, and every request is answered.',
    source: flagRow('--goaway-chance', 'meaning'),
    faults: {
      'goaway-never': ['says GOAWAY to about that share of requests'],
      'goaway-tenfold': ['says GOAWAY to about that share of requests'],
      'goaway-drops-request': ['answers all requests beside its GOAWAYs'],
      'goaway-without-chance': ['says no GOAWAY when the chance is 0'],
    },
  },
  () => {
    test('says GOAWAY to about that share of requests', async (check) => {
      const { goaways } = await askedOften()
      check.observe(`GOAWAYs for ${requests} requests with a chance of 0.02`, goaways)

      expect(goaways).toBeGreaterThan(0)
      expect(goaways).toBeLessThanOrEqual(mostGoaways)
    })

    test('answers all requests beside its GOAWAYs', async () => {
      const { outcomes } = await askedOften()

      expect(
        counted(outcomes.filter(({ kind }) => kind !== 'answered').map((outcome) => ({ outcome }))),
      ).toEqual({})
    })

    test('says no GOAWAY when the chance is 0', async () => {
      expect((await askOften(await plain(), requestsWithout)).goaways).toBe(0)
    })
  },
)

rule(
  {
    id: 'flag.goaway-chance.range',
    level: 'MUST',
    says: '--goaway-chance goes from 0 to 0.02.',
    source: { document: 3, section: 'Limits', row: '--goaway-chance' },
    overlaps: true,
    faults: {
      'goaway-chance-bounds-refused': ['accepts both ends'],
      'goaway-chance-unbounded': ['refuses a chance a little above 0.02'],
      'goaway-chance-negative-accepted': ['refuses a chance below 0'],
    },
  },
  () => {
    test('accepts both ends', async () => {
      await expectAccepted({ flags: { '--goaway-chance': 0.02 } })
      await expectAccepted({ flags: { '--goaway-chance': 0 } })
    })

    const outside = { 'a chance a little above 0.02': 0.0201, 'a chance below 0': -0.001 }
    test.for(outside)('refuses %s', async (chance) => {
      await expectRefusal({ flags: { '--goaway-chance': chance } }, 'goaway-chance')
    })
  },
)

rule(
  {
    id: 'flag.http2-max-streams-per-connection.announced',
    level: 'MUST',
    says: 'The server announces --http2-max-streams-per-connection to its clients as the limit of streams.',
    source: flagRow('--http2-max-streams-per-connection', 'meaning'),
    faults: { 'http2-max-streams-ignored': ['announces the limit'] },
  },
  () => {
    test('announces the limit', async () => {
      const client = new Http2Prober(identity(await chancy()))
      const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
      client.close()

      expect(maxConcurrentStreams).toBe(mostStreams)
    })
  },
)

rule(
  {
    id: 'flag.http2-max-streams-per-connection.default',
    level: 'UNSPECIFIED',
    says: 'Which limit of streams the runtime of the server has is open.',
    source: flagRow('--http2-max-streams-per-connection', 'default'),
  },
  () => {
    test('observes the limit when none is given', async (check) => {
      const client = new Http2Prober(identity(await plain()))
      const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
      client.close()
      check.observe('streams per connection', maxConcurrentStreams)
    })
  },
)
