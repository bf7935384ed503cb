import { inject } from 'vitest'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { expectKept, expectStillKept } from '../../../shared/authorization/decision-cache.ts'
import type { ModeServer } from './mode-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const { must } = rulesOf({ overlaps: true, waits: true })

const aWhileMs = 4_000
const longestCheckMs = 20 * 60_000

/** Decisions that are cached by default, and the decision of the webhook after the time is over. */
const kinds = {
  authorized: { decision: 'an allow', time: '5 minutes', ms: 300_000, answer: allow(), otherwise: deny() },
  unauthorized: { decision: 'a deny', time: '30 s', ms: 30_000, answer: deny(), otherwise: allow() },
} as const

/** Declares the rules for the default lifetime of cached decisions. */
export function defaultCacheTimes(byDefault: ModeServer): void {
  const { thorough } = inject('settings')
  for (const [kind, { decision, time, ms, answer, otherwise }] of Object.entries(kinds)) {
    must(
      `flag.authorization-webhook-cache-${kind}-ttl.default`,
      {
        ...flagRow(`--authorization-webhook-cache-${kind}-ttl`, 'default'),
        ...(thorough && { limitMs: longestCheckMs }),
      },
      () => {
        says(
          `Without the flag, ${decision} answer is cached for ${time}; judged up to ${aWhileMs / 1_000} s, or to the end on demand.`,
        )
        test(`${decision} answer still counts after ${aWhileMs / 1_000} s`, async () => {
          await expectStillKept(() => byDefault.caller({ answer }), otherwise, {
            ttlMs: ms,
            afterMs: aWhileMs,
          })
        }).sees(`${kind}-ttl-default-zero`)

        // The help always states the default. Only thorough runs wait for it.
        if (!thorough) return
        test(
          {
            title: `${decision} answer is cached for ${time} and no longer`,
            id: `${decision} answer counts for ${time} and no longer`,
          },
          async () => {
            await expectKept(() => byDefault.caller({ answer }), otherwise, ms)
          },
        ).sees(`${kind}-ttl-default-zero`)
      },
    )
  }
}
