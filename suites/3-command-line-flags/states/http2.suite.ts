import { expect } from '#harness/check/expect.ts'
import { rule, seeing, test } from '#harness/check/rule.ts'
import { shared } from '#harness/check/shared.ts'
import { Http2Prober } from '#harness/client/http2.ts'
import type { Outcome } from '#harness/client/outcome.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { expectAccepted, expectRefusal, sharedServer } from '../../shared/api-server.ts'
import { flagRow } from '../../shared/flags/flag-rules.ts'
import { counted } from './looks.ts'
import { identity } from './world.ts'

const streams = '--http2-max-streams-per-connection'
const mostStreams = 7
const plain = sharedServer(() => ({ flags: { '--goaway-chance': 0 } }))
const chancy = sharedServer(() => ({ flags: { '--goaway-chance': 0.02, [streams]: mostStreams } }))
const unlimited = sharedServer(() => ({ flags: { [streams]: 0 } }))

// 120 are expected with a chance of 0.02; fewer or more than these come about once in ten thousand runs, and half or
// twice the chance stays on its side of them in all but one of a hundred.
const requests = 6_000
const [fewestGoaways, mostGoaways] = [80, 165]
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
        outcomes.push(await client.ask({ path: '/version', withinMs: 10_000 }))
      }
    }),
  )
  for (const client of clients) client.close()
  return { goaways: clients.reduce((sum, { goaways }) => sum + goaways, 0), outcomes }
}

/** What came of the requests to the server with a chance; asked once for all checks. */
const chancyAsked = shared(async () => askOften(await chancy(), requests))

async function askedOften(): Promise<Asked> {
  // Every check has the server in its evidence.
  await chancy()
  return chancyAsked()
}

rule(
  {
    id: 'flag.goaway-chance.share',
    level: 'MUST',
    says: 'That share of requests is answered with an HTTP/2 GOAWAY; with 0 none is, and every request is answered.',
    source: flagRow('--goaway-chance', 'meaning'),
    // Thousands of requests take their time on a busy machine.
    limitMs: 300_000,
  },
  () => {
    test('says GOAWAY to about that share of requests', async (check) => {
      const { goaways } = await askedOften()
      check.observe(`GOAWAYs for ${requests} requests with a chance of 0.02`, goaways)

      expect(goaways).toBeGreaterThanOrEqual(fewestGoaways)
      expect(goaways).toBeLessThanOrEqual(mostGoaways)
    }).sees('http2-never-served', 'goaway-never', 'goaway-halved', 'goaway-doubled', 'goaway-tenfold')

    test('answers all requests beside its GOAWAYs', async () => {
      const { outcomes } = await askedOften()

      expect(
        counted(outcomes.filter(({ kind }) => kind !== 'answered').map((outcome) => ({ outcome }))),
      ).toEqual({})
    }).sees('http2-never-served', 'goaway-drops-request')

    test('says no GOAWAY when the chance is 0', async () => {
      expect((await askOften(await plain(), requestsWithout)).goaways).toBe(0)
    }).sees('goaway-without-chance')
  },
)

rule(
  {
    id: 'flag.goaway-chance.range',
    level: 'MUST',
    says: '--goaway-chance goes from 0 to 0.02.',
    source: { document: 3, section: 'Limits', rows: ['--goaway-chance'] },
    overlaps: true,
  },
  () => {
    test('accepts both ends', async () => {
      await expectAccepted({ flags: { '--goaway-chance': 0.02 } })
      await expectAccepted({ flags: { '--goaway-chance': 0 } })
    }).sees('goaway-chance-bounds-refused')

    const outside = {
      'a chance a little above 0.02': seeing(['goaway-chance-unbounded'], 0.0201),
      'a chance below 0': seeing(['goaway-chance-negative-accepted'], -0.001),
    }
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
  },
  () => {
    test('announces the limit', async () => {
      const client = new Http2Prober(identity(await chancy()))
      const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
      client.close()

      expect(maxConcurrentStreams).toBe(mostStreams)
    }).sees('http2-max-streams-ignored')

    test('leaves the limit to the runtime when it is 0, and serves all the same', async () => {
      const client = new Http2Prober(identity(await unlimited()))
      const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
      const outcome = await client.ask({ path: '/version', withinMs: settingsWithinMs })
      client.close()

      expect(maxConcurrentStreams, 'the limit that is announced').not.toBe(0)
      expect(outcome.kind, 'what comes of a request').toBe('answered')
    }).sees('http2-max-streams-0-announced')
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
