import { expect } from '#harness/check/expect.ts'
import { refuses, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { allow, deny, noOpinion, wrongVersion } from '#mocks/webhook-authorizer/index.ts'
import type { SubjectAccessReview } from '#mocks/webhook-authorizer/index.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import { expectKept } from '../../../shared/authorization/decision-cache.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { type ModeServer, modeServer } from './mode-server.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'

const { must } = rulesOf()

const authorizedTtl = '--authorization-webhook-cache-authorized-ttl'
const unauthorizedTtl = '--authorization-webhook-cache-unauthorized-ttl'
const version = '--authorization-webhook-version'
const configFile = '--authorization-webhook-config-file'
const token = 'token-for-the-webhook'
const shortMs = 2_500
const longMs = 5_000

/**
 * Returns servers that use only a webhook. `plain` has a token in its client configuration, and `v1` uses that version.
 * Each caches one kind of decision for a short time and the other for a long one.
 */
export function webhookServers(): Readonly<Record<'plain' | 'v1' | 'byDefault', ModeServer>> {
  const host = sharedAuthorizers()
  const mode = { '--authorization-mode': 'Webhook' }
  const [short, long] = [`${shortMs}ms`, `${longMs}ms`]
  return {
    plain: modeServer(
      host,
      'plain',
      () => ({ ...mode, [authorizedTtl]: short, [unauthorizedTtl]: long }),
      (webhook) => clientConfigFile('plain', webhook.clientConfig({ token })),
    ),
    v1: modeServer(host, 'v1', () => ({
      ...mode,
      [version]: 'v1',
      [authorizedTtl]: long,
      [unauthorizedTtl]: short,
    })),
    byDefault: modeServer(host, 'by-default', () => mode),
  }
}

/**
 * Declares the rules for the lifetime of decisions: on `plain` 2.5 s for allow and 5 s for deny, on `v1` the other way
 * round.
 */
export function authorizationCacheTimes(plain: ModeServer, v1: ModeServer): void {
  for (const { flag, decision, answer, otherwise, short, long } of [
    { flag: authorizedTtl, decision: 'an allow', answer: allow(), otherwise: deny(), short: plain, long: v1 },
    { flag: unauthorizedTtl, decision: 'a deny', answer: deny(), otherwise: allow(), short: v1, long: plain },
  ] as const) {
    const name = flag.slice(2)
    const kind = flag === authorizedTtl ? 'authorized' : 'unauthorized'
    must(`flag.${name}.kept`, { ...flagRow(flag), overlaps: true, waits: true }, () => {
      says(`${flag} is the time for which ${decision} answer is cached.`)
      test(
        {
          title: `${decision} answer is cached for a short cache time and no longer`,
          id: `${decision} answer counts for a short cache time and no longer`,
        },
        async () => {
          await expectKept(() => short.caller({ answer }), otherwise, shortMs)
        },
      ).sees(`${kind}-ttl-flag-ignored`)

      test(
        {
          title: `${decision} response is cached for a long cache time and no longer`,
          id: `${decision} answer counts for a long cache time and no longer`,
        },
        async () => {
          await expectKept(() => long.caller({ answer }), otherwise, longMs)
        },
      ).sees(`${kind}-ttl-flag-ignored`)
    })
  }
}

/**
 * Declares the rules for the exchange with the webhook; `v1` has that version, `plain` none, and its client
 * configuration contains the token.
 */
export function authorizationExchange(plain: ModeServer, v1: ModeServer): void {
  must('flag.authorization-webhook-config-file.leads-to-webhook', flagRow(configFile), () => {
    says(
      'In mode Webhook, the webhook of the file is called, with the credentials of the file, and its response decides.',
    )
    test(
      {
        title: 'the webhook of the file receives requests with the credentials of the file',
        id: 'the webhook of the file is asked with the credentials of the file',
      },
      async () => {
        const caller = await plain.caller({ answer: allow() })

        expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
        expect(caller.asked()[0]).toMatchObject({ bearerToken: token, path: '/plain' })
      },
    ).sees('client-config-token-not-sent')

    refuses('what the only webhook leaves open', async () => {
      const caller = await plain.caller({ answer: noOpinion() })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    }).sees('undecided-end-allows')
  })

  must('flag.authorization-webhook-version.exchanged', flagRow(version), () => {
    says('The review is exchanged in the version of the flag, v1beta1 without it.')
    const domain = (): string => `authorization.${targetDialect().groupDomain}`
    const other = (honest: SubjectAccessReview) => wrongVersion(allow()(honest))

    test('v1beta1 is exchanged without the flag', async () => {
      const caller = await plain.caller()

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      expect(caller.asked()[0]?.review?.apiVersion).toBe(`${domain()}/v1beta1`)
    }).sees('authorization-webhook-version-default-v1')

    test('v1 is exchanged where the flag says so', async () => {
      const caller = await v1.caller()

      expect(await caller.outcome()).toMatchObject({ decision: 'allowed', calls: 1 })
      expect(caller.asked()[0]?.review?.apiVersion).toBe(`${domain()}/v1`)
    }).sees('authorization-webhook-version-ignored')

    refuses('an answer of version v1 without the flag', async () => {
      const caller = await plain.caller({ answer: other })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    }).sees('answer-version-unchecked')

    refuses('an answer of version v1beta1 where the flag says v1', async () => {
      const caller = await v1.caller({ answer: other })

      expect(await caller.outcome()).toMatchObject({ decision: 'refused', calls: 1 })
    }).sees('answer-version-unchecked')
  })
}
