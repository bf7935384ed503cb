import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { nowMs } from '#harness/clock.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { identity } from '../../fixtures/identity.ts'
import { deleteObject } from '../../fixtures/objects.ts'
import { untilMoment } from '../../fixtures/moments.ts'
import {
  issueToken,
  podOf,
  type ServiceAccount,
  serviceAccount,
  type TokenWanted,
} from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import type { AccountServer } from './service-account-world.ts'

// Servers that watch accounts learn of an end a moment later, and may remember a token that they accepted meanwhile.
const looks = 5
const lookEveryMs = 400

/** Shows one token after the other until the server has seen that what they are about has ended. */
async function expectLapsed(server: ApiServer, tokens: readonly string[]): Promise<void> {
  const seen: unknown[] = []
  for (const token of tokens) {
    seen.push(await identity(server, { token }))
    if (seen.at(-1) === 'nobody') break
    await untilMoment(nowMs() + lookEveryMs, 'a server that watches accounts has seen the end')
  }
  expect(seen.at(-1), 'the bearer of a token that has lapsed').toBe('nobody')
}

/** Whether what a token is about must still be there; `minimal` has the flag on, `plain` off, `rich` not at all. */
export function serviceAccountLookup(
  rich: AccountServer,
  plain: AccountServer,
  minimal: AccountServer,
): void {
  rule(
    {
      id: 'flag.service-account-lookup.existence',
      level: 'MUST',
      capability: 'token-request',
      says: 'By default the store is asked whether a token still exists; with the flag off it is not.',
      source: flagRow('--service-account-lookup'),
      // A token of an account that is there.
      twin: 'flag.service-account-issuer.asserted/the-first-issuer-is-asserted-in-iss',
      faults: {
        'service-account-lookup-default-off': [
          'refuses a token whose account was deleted',
          'refuses a token whose account was deleted and made again',
          'refuses a token whose pod was deleted',
        ],
        'service-account-lookup-true-ignored': ['refuses a token whose account was deleted with the flag on'],
        'lookup-takes-namesakes': ['refuses a token whose account was deleted and made again'],
        'bound-object-not-looked-up': ['refuses a token whose pod was deleted'],
        'tokens-signed-with-serving-key': ['a token whose account was deleted is accepted with the flag off'],
        'service-account-lookup-false-ignored': [
          'a token whose account was deleted is accepted with the flag off',
        ],
      },
    },
    () => {
      const several = async (
        server: ApiServer,
        account: ServiceAccount,
        spec?: TokenWanted,
      ): Promise<string[]> =>
        Promise.all(
          Array.from({ length: looks }, async () => (await issueToken(server, account, spec)).token),
        )

      /** Tokens of an account that is gone. */
      const orphans = async (server: AccountServer): Promise<string[]> => {
        const account = await serviceAccount(await server())
        const tokens = await several(await server(), account)
        await deleteObject(await server(), account.path)
        return tokens
      }

      test('a token whose account was deleted is accepted with the flag off', async () => {
        const [token = ''] = await orphans(plain)

        expect(await identity(await plain(), { token })).not.toBe('nobody')
      })

      test('refuses a token whose account was deleted', async () => {
        await expectLapsed(await rich(), await orphans(rich))
      })

      test('refuses a token whose account was deleted with the flag on', async () => {
        await expectLapsed(await minimal(), await orphans(minimal))
      })

      test('refuses a token whose account was deleted and made again', async () => {
        const server = await rich()
        const account = await serviceAccount(server)
        const tokens = await several(server, account)
        await deleteObject(server, account.path)
        await serviceAccount(server, account.name)

        await expectLapsed(server, tokens)
      })

      test('refuses a token whose pod was deleted', async () => {
        const server = await rich()
        const account = await serviceAccount(server)
        const pod = await podOf(server, account)
        const tokens = await several(server, account, { boundObjectRef: pod.reference })
        await deleteObject(server, `${pod.path}?gracePeriodSeconds=0`)

        await expectLapsed(server, tokens)
      })
    },
  )
}
