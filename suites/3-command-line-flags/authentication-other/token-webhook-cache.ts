import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/clock.ts'
import { authenticated, unauthenticated } from '#mocks/token-webhook/index.ts'
import { identity } from '../../fixtures/identity.ts'
import { conclusively, inTime, untilMoment } from '../../fixtures/moments.ts'
import { flagRow } from '../flag-rules.ts'
import { freshToken, host, type TokenWorld, user } from './token-webhook-world.ts'

const shortMs = 2_500
const longMs = 5_000
// A timer of an implementation that looks at its cache now and then, on a busy machine.
const slackMs = 500
// Late enough to tell cache times apart, and early enough for a busy machine to answer in time.
const mostOfTtl = 0.6

/** How long answers of the token webhook count; `short` caches for 2.5 s and `long` for 5 s. */
export function tokenWebhookCache(short: TokenWorld, long: TokenWorld): void {
  const all = ['short', 'long'].flatMap((length) => [
    `a token that is known counts for a ${length} cache time and no longer`,
    `a token that is not known counts so for a ${length} cache time and no longer`,
  ])
  rule(
    {
      id: 'flag.authentication-token-webhook-cache-ttl.kept',
      level: 'MUST',
      says: 'An answer of the webhook is cached for the time of the flag.',
      source: flagRow('--authentication-token-webhook-cache-ttl'),
      overlaps: true,
      faults: {
        'token-webhook-ttl-flag-ignored': all,
        'token-webhook-answers-not-cached': all,
        'token-webhook-ttl-endless': all,
      },
    },
    () => {
      const worlds = { short: { world: short, ms: shortMs }, long: { world: long, ms: longMs } }

      test.for(worlds)('a token that is known counts for a %s cache time and no longer', async (of) => {
        await conclusively(() => expectKept(of.world, of.ms, true))
      })

      test.for(worlds)(
        'a token that is not known counts so for a %s cache time and no longer',
        async (of) => {
          await conclusively(() => expectKept(of.world, of.ms, false))
        },
      )
    },
  )
}

async function expectKept({ name, server }: TokenWorld, ttlMs: number, known: boolean): Promise<void> {
  const token = freshToken()
  const api = await server()
  const about = (await host()).webhook(name).about(token)
  const seen = async (): Promise<{ known: boolean; calls: number }> => ({
    known: (await identity(api, { token })) !== 'nobody',
    calls: about.journal.length,
  })
  about.answer({ review: known ? authenticated(user) : unauthenticated() })
  const fromMs = nowMs()
  expect(await seen()).toEqual({ known, calls: 1 })
  const keptMs = nowMs()

  about.answer({ review: known ? unauthenticated() : authenticated(user) })
  await untilMoment(keptMs + ttlMs * mostOfTtl, 'most of the cache time has passed')
  const usedMs = nowMs()
  const again = await seen()
  inTime(fromMs + ttlMs, 'The request within the cache time')
  expect(again, 'within the cache time').toEqual({ known, calls: 1 })

  await untilMoment(keptMs + ttlMs + slackMs, 'the cache time has passed')
  const late = await seen()
  inTime(usedMs + ttlMs, 'The request after the cache time')
  expect(late, 'after the cache time').toEqual({ known: !known, calls: 2 })
}
