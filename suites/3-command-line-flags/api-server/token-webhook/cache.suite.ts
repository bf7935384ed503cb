import { inject } from 'vitest'
import {
  untilConclusive,
  expect,
  formerly,
  assertNotLate,
  nowMs,
  rulesOf,
  says,
  test,
  untilMoment,
} from '#kit'
import { authenticated, unauthenticated } from '#mocks/token-webhook/index.ts'
import { identity } from '../identity.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import {
  defaultTtlFixture,
  createFreshToken,
  longTtlFixture,
  shortTtlFixture,
  type TokenWebhookFixture,
  user,
} from './fixture.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const shortMs = 2_500
const longMs = 15_000
// Allows for an implementation that checks its cache periodically, on a busy machine.
const slackMs = 500
// Share of the cache time after which a request must still be cached, with a margin for a busy machine.
const maxTtlShare = 0.6

const defaultMs = 120_000
// Time for which an entry must be cached, in runs that do not wait for the default.
const settlingMs = 4_000
const longestCheckMs = 10 * 60_000

must(
  'flag.authentication-token-webhook-cache-ttl.kept',
  flagRow('--authentication-token-webhook-cache-ttl'),
  () => {
    says('An answer of the webhook is cached for the time of the flag.')
    const fixtures = {
      short: { world: shortTtlFixture, ms: shortMs },
      long: { world: longTtlFixture, ms: longMs },
    }

    test
      .for(fixtures)(
        {
          title: 'an accepted token is cached for a %s cache time and no longer',
          id: 'a token that is known counts for a %s cache time and no longer',
        },
        async (of) => {
          await untilConclusive(() => expectKept(of.world, of.ms, true))
        },
      )
      .sees('token-webhook-ttl-flag-ignored', 'expired-review-not-cached-again')

    test
      .for(fixtures)(
        {
          title: 'a rejected token is cached for a %s cache time and no longer',
          id: 'a token that is not known counts so for a %s cache time and no longer',
        },
        async (of) => {
          await untilConclusive(() => expectKept(of.world, of.ms, false))
        },
      )
      .sees('token-webhook-ttl-flag-ignored', 'expired-review-not-cached-again')
  },
)

const { thorough } = inject('settings')
const statesOfToken = {
  'an accepted token': formerly('is known', true),
  'a rejected token': formerly('is not known', false),
}
must(
  'flag.authentication-token-webhook-cache-ttl.default',
  {
    ...flagRow('--authentication-token-webhook-cache-ttl', 'default'),
    ...(thorough && { limitMs: longestCheckMs }),
  },
  () => {
    says('Without the flag, an answer is cached for 2 minutes; judged up to 4 s, or to the end on demand.')
    test
      .for(statesOfToken)(
        {
          title: 'the response about %s is still cached after 4 s',
          id: 'what is said of a token that %s counts after 4 s',
        },
        async (isKnown) => {
          await untilConclusive(() => expectStillCached(defaultTtlFixture, isKnown))
        },
      )
      .sees('token-webhook-ttl-default-zero')

    // Only thorough runs wait for the whole default, which the help also states.
    if (!thorough) return
    test
      .for(statesOfToken)(
        {
          title: 'the response about %s is cached for 2 minutes',
          id: 'what is said of a token that %s counts for 2 minutes',
        },
        async (isKnown) => {
          await untilConclusive(() => expectKept(defaultTtlFixture, defaultMs, isKnown))
        },
      )
      .sees('token-webhook-ttl-default-zero')
  },
)

interface ReviewedToken {
  /** Sends the token. Returns whether the server accepted it, and the number of webhook calls about it. */
  readonly seen: () => Promise<{ readonly known: boolean; readonly calls: number }>
  readonly fromMs: number
}

/** Returns a new token that the webhook has reviewed once. Its next review would have the opposite result. */
async function reviewTokenOnce(
  { host, name, server }: TokenWebhookFixture,
  isKnown: boolean,
): Promise<ReviewedToken> {
  const token = createFreshToken()
  const api = await server()
  const webhookHandle = (await host()).webhook(name).about(token)
  const readState: ReviewedToken['seen'] = async () => ({
    known: (await identity(api, { token })) !== 'nobody',
    calls: webhookHandle.journal.length,
  })
  webhookHandle.answer({ review: isKnown ? authenticated(user) : unauthenticated() })
  const fromMs = nowMs()
  expect(await readState()).toEqual({ known: isKnown, calls: 1 })
  webhookHandle.answer({ review: isKnown ? unauthenticated() : authenticated(user) })
  return { seen: readState, fromMs }
}

async function expectStillCached(fixture: TokenWebhookFixture, isKnown: boolean): Promise<void> {
  const { seen: read, fromMs } = await reviewTokenOnce(fixture, isKnown)
  await untilMoment(nowMs() + settlingMs, 'part of the cache time has passed')
  const stateWithinTtl = await read()
  assertNotLate(fromMs + defaultMs, 'The request within the cache time')
  expect(stateWithinTtl, 'within the cache time').toEqual({ known: isKnown, calls: 1 })
}

async function expectKept(fixture: TokenWebhookFixture, ttlMs: number, isKnown: boolean): Promise<void> {
  const { seen: read, fromMs } = await reviewTokenOnce(fixture, isKnown)
  const keptMs = nowMs()
  await untilMoment(keptMs + ttlMs * maxTtlShare, 'most of the cache time has passed')
  const usedMs = nowMs()
  const stateWithinTtl = await read()
  assertNotLate(fromMs + ttlMs, 'The request within the cache time')
  expect(stateWithinTtl, 'within the cache time').toEqual({ known: isKnown, calls: 1 })

  await untilMoment(keptMs + ttlMs + slackMs, 'the cache time has passed')
  const stateAfterTtl = await read()
  assertNotLate(usedMs + ttlMs, 'The request after the cache time')
  expect(stateAfterTtl, 'after the cache time').toEqual({ known: !isKnown, calls: 2 })
  expect(await read(), 'the next request').toEqual({ known: !isKnown, calls: 2 })
}
