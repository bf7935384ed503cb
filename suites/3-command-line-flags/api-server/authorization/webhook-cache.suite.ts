import { inject } from 'vitest'
import { rulesOf, says, test } from '#kit'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { expectKept, expectStillCached } from '../../../shared/authorization/decision-cache.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { authorizedTtl, byDefault, longMs, plain, shortMs, unauthorizedTtl, v1 } from './webhook-servers.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const settlingMs = 4_000
const longestCheckMs = 20 * 60_000

/** Decisions that are cached by default, and the later response of the webhook. */
const cachesByDecision = {
  authorized: { decision: 'an allow', time: '5 minutes', ms: 300_000, answer: allow(), nextAnswer: deny() },
  unauthorized: { decision: 'a deny', time: '30 s', ms: 30_000, answer: deny(), nextAnswer: allow() },
} as const

for (const { flag, decision, answer, nextAnswer, short, long } of [
  { flag: authorizedTtl, decision: 'an allow', answer: allow(), nextAnswer: deny(), short: plain, long: v1 },
  { flag: unauthorizedTtl, decision: 'a deny', answer: deny(), nextAnswer: allow(), short: v1, long: plain },
] as const) {
  const name = flag.slice(2)
  const kind = flag === authorizedTtl ? 'authorized' : 'unauthorized'
  must(`flag.${name}.kept`, flagRow(flag), () => {
    says(`${flag} is the time for which ${decision} answer is cached.`)
    test(
      {
        title: `${decision} response is cached for a short cache time and no longer`,
        id: `${decision} answer counts for a short cache time and no longer`,
      },
      async () => {
        await expectKept(() => short.caller({ answer }), nextAnswer, shortMs)
      },
    ).sees(`${kind}-ttl-flag-ignored`, 'expired-decision-not-cached-again')

    test(
      {
        title: `${decision} response is cached for a long cache time and no longer`,
        id: `${decision} answer counts for a long cache time and no longer`,
      },
      async () => {
        await expectKept(() => long.caller({ answer }), nextAnswer, longMs)
      },
    ).sees(`${kind}-ttl-flag-ignored`, 'expired-decision-not-cached-again')
  })
}

const { thorough } = inject('settings')
for (const [kind, { decision, time, ms, answer, nextAnswer }] of Object.entries(cachesByDecision)) {
  must(
    `flag.authorization-webhook-cache-${kind}-ttl.default`,
    {
      ...flagRow(`--authorization-webhook-cache-${kind}-ttl`, 'default'),
      ...(thorough && { limitMs: longestCheckMs }),
    },
    () => {
      says(
        `Without the flag, ${decision} answer is cached for ${time}; judged up to ${settlingMs / 1_000} s, or to the end on demand.`,
      )
      test(
        {
          title: `${decision} response is still used after ${settlingMs / 1_000} s`,
          id: `${decision} answer still counts after ${settlingMs / 1_000} s`,
        },
        async () => {
          await expectStillCached(() => byDefault.caller({ answer }), nextAnswer, {
            ttlMs: ms,
            afterMs: settlingMs,
          })
        },
      ).sees(`${kind}-ttl-default-zero`)

      // Only thorough runs wait for the whole default, which the help also states.
      if (!thorough) return
      test(
        {
          title: `${decision} response is cached for ${time} and no longer`,
          id: `${decision} answer counts for ${time} and no longer`,
        },
        async () => {
          await expectKept(() => byDefault.caller({ answer }), nextAnswer, ms)
        },
      ).sees(`${kind}-ttl-default-zero`)
    },
  )
}
