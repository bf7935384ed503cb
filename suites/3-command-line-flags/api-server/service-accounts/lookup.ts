import { expect } from '#harness/check/expect.ts'
import { refuses, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import { nowMs } from '#harness/time.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../identity.ts'
import { deleteObject } from '../../../shared/objects.ts'
import { untilMoment } from '#harness/machine/until.ts'
import {
  issueToken,
  podOf,
  type ServiceAccount,
  serviceAccount,
  type TokenWanted,
} from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import type { AccountServer } from './world.ts'

const { must, unspecified } = rulesOf({ capability: 'token-request' })

// Servers that watch accounts learn of an end a moment later, and may remember a token that they accepted meanwhile.
export const looks = 5
const lookEveryMs = 400

/** Shows one token after the other until the server has seen that what they are about has ended. */
export async function expectLapsed(server: ApiServer, tokens: readonly string[]): Promise<void> {
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
  must(
    'flag.service-account-lookup.existence',
    {
      ...flagRow('--service-account-lookup'),
      twin: 'flag.service-account-issuer.asserted/the-first-issuer-is-asserted-in-iss',
    },
    () => {
      says(
        'By default and with the flag on, the server looks up in the store whether the objects of a token still exist.',
      )
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

      refuses('a token whose account was deleted', async () => {
        await expectLapsed(await rich(), await orphans(rich))
      }).sees('service-account-lookup-default-off')

      refuses('a token whose account was deleted with the flag on', async () => {
        await expectLapsed(await minimal(), await orphans(minimal))
      }).sees('service-account-lookup-true-ignored')

      refuses('a token whose account was deleted and made again', async () => {
        const server = await rich()
        const account = await serviceAccount(server)
        const tokens = await several(server, account)
        await deleteObject(server, account.path)
        await serviceAccount(server, account.name)

        await expectLapsed(server, tokens)
      }).sees('lookup-takes-namesakes')

      refuses('a token whose pod was deleted', async () => {
        const server = await rich()
        const account = await serviceAccount(server)
        const pod = await podOf(server, account)
        const tokens = await several(server, account, { boundObjectRef: pod.reference })
        await deleteObject(server, `${pod.path}?gracePeriodSeconds=0`)

        await expectLapsed(server, tokens)
      }).sees('bound-object-not-looked-up')
    },
  )

  unspecified('flag.service-account-lookup.off', flagRow('--service-account-lookup', 'off'), () => {
    says(
      'Whether a token counts whose account is gone is open with the flag off, which speaks of the token alone.',
    )
    test('observes a token whose account was deleted with the flag off', async (check) => {
      const server = await plain()
      const account = await serviceAccount(server)
      const { token } = await issueToken(server, account)
      await deleteObject(server, account.path)

      check.observe('who its bearer is', await identity(server, { token }))
    })
  })
}
