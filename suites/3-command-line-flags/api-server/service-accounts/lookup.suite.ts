import { refuses, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { identity } from '../identity.ts'
import { deleteObject } from '../../../shared/objects.ts'
import {
  issueToken,
  podOf,
  secretOf,
  type ServiceAccount,
  serviceAccount,
  type TokenOptions,
} from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import type { AccountServer } from './fixture.ts'
import { richServer, serverWithoutLists, serverWithRequiredFlags } from './account-servers.ts'
import { attempts, expectExpired } from './expired-tokens.ts'

const { must, unspecified } = rulesOf({ capability: 'token-request' })

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
    const issueSeveralTokens = async (
      server: ApiServer,
      account: ServiceAccount,
      spec?: TokenOptions,
    ): Promise<string[]> =>
      Promise.all(
        Array.from({ length: attempts }, async () => (await issueToken(server, account, spec)).token),
      )

    /** Returns tokens of a deleted account. */
    const tokensOfDeletedAccount = async (server: AccountServer): Promise<string[]> => {
      const account = await serviceAccount(await server())
      const tokens = await issueSeveralTokens(await server(), account)
      await deleteObject(await server(), account.path)
      return tokens
    }

    refuses('a token whose account was deleted', async () => {
      await expectExpired(await richServer(), await tokensOfDeletedAccount(richServer))
    }).sees('service-account-lookup-default-off')

    refuses(
      {
        title: 'a token whose account was deleted when the flag is on',
        id: 'a token whose account was deleted with the flag on',
      },
      async () => {
        await expectExpired(
          await serverWithRequiredFlags(),
          await tokensOfDeletedAccount(serverWithRequiredFlags),
        )
      },
    ).sees('service-account-lookup-true-ignored')

    refuses(
      {
        title: 'a token whose account was deleted and created again',
        id: 'a token whose account was deleted and made again',
      },
      async () => {
        const server = await richServer()
        const account = await serviceAccount(server)
        const tokens = await issueSeveralTokens(server, account)
        await deleteObject(server, account.path)
        await serviceAccount(server, account.name)

        await expectExpired(server, tokens)
      },
    ).sees('lookup-takes-namesakes')

    refuses('a token whose pod was deleted', async () => {
      const server = await richServer()
      const account = await serviceAccount(server)
      const pod = await podOf(server, account)
      const tokens = await issueSeveralTokens(server, account, { boundObjectRef: pod.reference })
      await deleteObject(server, `${pod.path}?gracePeriodSeconds=0`)

      await expectExpired(server, tokens)
    }).sees('bound-object-not-looked-up')

    refuses('a token whose pod was deleted and created again', async () => {
      const server = await richServer()
      const account = await serviceAccount(server)
      const pod = await podOf(server, account)
      const tokens = await issueSeveralTokens(server, account, { boundObjectRef: pod.reference })
      await deleteObject(server, `${pod.path}?gracePeriodSeconds=0`)
      await podOf(server, account)

      await expectExpired(server, tokens)
    }).sees('lookup-takes-namesakes', 'bound-object-not-looked-up')

    refuses('a token whose secret was deleted', async () => {
      const server = await richServer()
      const account = await serviceAccount(server)
      const secret = await secretOf(server, account)
      const tokens = await issueSeveralTokens(server, account, { boundObjectRef: secret.reference })
      await deleteObject(server, secret.path)

      await expectExpired(server, tokens)
    }).sees('bound-object-not-looked-up', 'bound-secret-not-looked-up')
  },
)

unspecified('flag.service-account-lookup.off', flagRow('--service-account-lookup', 'off'), () => {
  says(
    'Whether a token counts whose account is gone is open with the flag off, which speaks of the token alone.',
  )
  test(
    {
      title: 'records the response to a token whose account was deleted, with the flag off',
      id: 'observes a token whose account was deleted with the flag off',
    },
    async (check) => {
      const server = await serverWithoutLists()
      const account = await serviceAccount(server)
      const { token } = await issueToken(server, account)
      await deleteObject(server, account.path)

      check.observe('who its bearer is', await identity(server, { token }))
    },
  )
})
