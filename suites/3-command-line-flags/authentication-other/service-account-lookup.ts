import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { expectNobody, identity } from '../../fixtures/identity.ts'
import { deleteObject } from '../../fixtures/objects.ts'
import { issueToken, podOf, serviceAccount } from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import type { AccountServer } from './service-account-world.ts'

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
        'service-account-lookup-false-ignored': [
          'a token whose account was deleted is accepted with the flag off',
        ],
      },
    },
    () => {
      const orphan = async (server: AccountServer): Promise<string> => {
        const account = await serviceAccount(await server())
        const { token } = await issueToken(await server(), account)
        await deleteObject(await server(), account.path)
        return token
      }

      test('a token whose account was deleted is accepted with the flag off', async () => {
        expect(await identity(await plain(), { token: await orphan(plain) })).not.toBe('nobody')
      })

      test('refuses a token whose account was deleted', async () => {
        await expectNobody(await rich(), { token: await orphan(rich) })
      })

      test('refuses a token whose account was deleted with the flag on', async () => {
        await expectNobody(await minimal(), { token: await orphan(minimal) })
      })

      test('refuses a token whose account was deleted and made again', async () => {
        const server = await rich()
        const account = await serviceAccount(server)
        const { token } = await issueToken(server, account)
        await deleteObject(server, account.path)
        await serviceAccount(server, account.name)

        await expectNobody(server, { token })
      })

      test('refuses a token whose pod was deleted', async () => {
        const server = await rich()
        const account = await serviceAccount(server)
        const pod = await podOf(server, account)
        const { token } = await issueToken(server, account, { boundObjectRef: pod.reference })
        await deleteObject(server, `${pod.path}?gracePeriodSeconds=0`)

        await expectNobody(server, { token })
      })
    },
  )
}
