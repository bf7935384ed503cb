import {
  accepts,
  expect,
  refuses,
  rulesOf,
  says,
  seeing,
  type ObservedShare,
  shared,
  ShareTest,
  test,
} from '#kit'
import { Http2Prober } from '#kit/clients.ts'
import { expectRefusal, expectServes, sharedServer } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { type GoawayCounts, sendRequests } from './goaways.ts'
import { countsByOutcome } from '../samples.ts'
import { identity } from '../fixture.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Limits' })

const streams = '--http2-max-streams-per-connection'
const maxStreams = 7
const chance = 0.02
const serverWithoutGoaway = sharedServer(() => ({ flags: { '--goaway-chance': 0 } }))
const sharedGoawayServer = sharedServer(() => ({
  flags: { '--goaway-chance': chance, [streams]: maxStreams },
}))
const serverWithoutStreamLimit = sharedServer(() => ({ flags: { [streams]: 0 } }))

// Maximum number of requests, which no server with the configured chance needs.
const maxRequests = 12_000
// Number of requests to the server without GOAWAY.
const requestsWithout = 300

// Long enough for the settings, the first message of a server on a connection.
const settingsWithinMs = 10_000

/** GOAWAY counts of the server with a non-zero `--goaway-chance`. The requests are sent once for all checks. */
const sharedGoawayShare = shared(async () => {
  const shareTest = new ShareTest(chance)
  const share = ({ goaways, outcomes }: GoawayCounts): ObservedShare =>
    shareTest.after(outcomes.length, goaways)
  const goawayCounts = await sendRequests(
    await sharedGoawayServer(),
    maxRequests,
    (sofar) => share(sofar) !== 'open',
  )
  return { ...goawayCounts, share: share(goawayCounts) }
})

async function goawayShare(): Promise<GoawayCounts & { readonly share: ObservedShare }> {
  // The evidence of every check contains the server.
  await sharedGoawayServer()
  return sharedGoawayShare()
}

must('flag.goaway-chance.share', { ...flagRow('--goaway-chance', 'meaning'), limitMs: 300_000 }, () => {
  says(
    'That share of requests is answered with an HTTP/2 GOAWAY; with 0 none is, and every request is answered.',
  )
  test(
    {
      title: 'sends GOAWAY for about the given share of requests',
      id: 'says GOAWAY to about that share of requests',
    },
    async (check) => {
      const { goaways, outcomes, share } = await goawayShare()
      check.observe(`GOAWAYs for ${outcomes.length} requests with a chance of ${chance}`, goaways)

      expect(share, 'the share, beside half and twice of it').toBe('expected')
    },
  ).sees('goaway-never')

  test(
    { title: 'responds to all requests despite its GOAWAYs', id: 'answers all requests beside its GOAWAYs' },
    async () => {
      const { outcomes } = await goawayShare()

      expect(
        countsByOutcome(outcomes.filter(({ kind }) => kind !== 'answered').map((outcome) => ({ outcome }))),
      ).toEqual({})
    },
  ).sees('goaway-drops-request')

  test(
    { title: 'sends no GOAWAY when the chance is 0', id: 'says no GOAWAY when the chance is 0' },
    async () => {
      expect((await sendRequests(await serverWithoutGoaway(), requestsWithout)).goaways).toBe(0)
    },
  ).sees('goaway-without-chance')
})

must('flag.goaway-chance.range', { row: '--goaway-chance', overlaps: true }, () => {
  says('--goaway-chance goes from 0 to 0.02.')
  accepts({ title: 'both ends of the range', id: 'both ends' }, async () => {
    // The two servers use both ends of the range.
    await expectServes(sharedGoawayServer)
    await expectServes(serverWithoutGoaway)
  }).sees('goaway-chance-bounds-refused')

  const outsideChances = {
    'a chance a little above 0.02': seeing(['goaway-chance-unbounded'], 0.0201),
    'a chance below 0': seeing(['goaway-chance-negative-accepted'], -0.001),
  }
  refuses.for(outsideChances)('%s', async (chance) => {
    await expectRefusal({ flags: { '--goaway-chance': chance } }, 'goaway-chance')
  })
})

must(
  'flag.http2-max-streams-per-connection.announced',
  flagRow('--http2-max-streams-per-connection', 'meaning'),
  () => {
    says('The server announces --http2-max-streams-per-connection to its clients as the limit of streams.')
    test({ title: 'announces the configured limit of streams', id: 'announces the limit' }, async () => {
      const client = new Http2Prober(identity(await sharedGoawayServer()))
      const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
      client.close()

      expect(maxConcurrentStreams).toBe(maxStreams)
    }).sees('http2-max-streams-ignored')

    test(
      {
        title: 'leaves the limit to the runtime when the flag is 0, and serves requests',
        id: 'leaves the limit to the runtime when it is 0, and serves all the same',
      },
      async () => {
        const client = new Http2Prober(identity(await serverWithoutStreamLimit()))
        const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
        const requestOutcome = await client.send({ path: '/version', withinMs: settingsWithinMs })
        client.close()

        expect(maxConcurrentStreams, 'the limit that is announced').not.toBe(0)
        expect(requestOutcome.kind, 'what comes of a request').toBe('answered')
      },
    ).sees('http2-max-streams-0-announced')
  },
)

unspecified(
  'flag.http2-max-streams-per-connection.default',
  flagRow('--http2-max-streams-per-connection', 'default'),
  () => {
    says('Which limit of streams the runtime of the server has is open.')
    test(
      {
        title: 'records the announced limit when none is given',
        id: 'observes the limit when none is given',
      },
      async (check) => {
        const client = new Http2Prober(identity(await serverWithoutGoaway()))
        const { maxConcurrentStreams } = await client.settings(settingsWithinMs)
        client.close()
        check.observe('streams per connection', maxConcurrentStreams)
      },
    )
  },
)
