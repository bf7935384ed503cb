import { currentCheck, expect, refuses, rulesOf, says, test } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { createObject, deleteObject } from '../../../shared/objects.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { identity } from '../identity.ts'
import { expectExpired, attempts } from './expired-tokens.ts'
import { serviceAccount, type ServiceAccount, signClaims } from './service-accounts.ts'
import { keys } from './fixture.ts'
import { richServer } from './account-servers.ts'

const { must } = rulesOf({ capability: 'secret-tokens' })

const secrets = '/api/v1/namespaces/default/secrets'

let secretCount = 0

/** Returns a token that names a secret. The secret contains this token unless a different token is given. */
async function tokenInSecret(
  server: ApiServer,
  { name, path }: ServiceAccount,
  holds?: string,
): Promise<{ readonly token: string; readonly secret: string }> {
  const secret = `${name}-token-${++secretCount}`
  const iss = currentCheck().open('secret-tokens.issuer')
  const { metadata } = JSON.parse((await server.request({ path })).body) as { metadata: { uid: string } }
  const claim = (suffix: string): string => `${iss.replace('/', '.io/')}/${suffix}`
  const claims = {
    iss,
    sub: `system:serviceaccount:default:${name}`,
    [claim('namespace')]: 'default',
    [claim('secret.name')]: secret,
    [claim('service-account.name')]: name,
    [claim('service-account.uid')]: metadata.uid,
  }
  const token = signClaims(claims, keys.signing.privateKey)
  await createObject(server, secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secret },
    stringData: { token: holds ?? token },
  })
  return { token, secret }
}

must(
  'flag.service-account-lookup.tokens-in-secrets',
  flagRow('--service-account-lookup', 'tokens in secrets'),
  () => {
    says('A token in a secret is valid as long as that secret exists and contains it.')
    const createSeveralSecrets = async (holds?: string) => {
      const [server, account] = [await richServer(), await serviceAccount(await richServer())]
      const createdSecrets = Array.from({ length: attempts }, () => tokenInSecret(server, account, holds))
      return { server, account, kept: await Promise.all(createdSecrets) }
    }

    test(
      {
        title: 'a token that its secret contains is accepted',
        id: 'a token that its secret holds is accepted',
      },
      async () => {
        const [server, account] = [await richServer(), await serviceAccount(await richServer())]
        const { token } = await tokenInSecret(server, account)

        const username = `system:serviceaccount:default:${account.name}`
        expect(await identity(server, { token })).toMatchObject({ username })
      },
    ).sees('tokens-in-secrets-refused')

    refuses('a token whose secret was deleted', async () => {
      const { server, kept } = await createSeveralSecrets()
      await Promise.all(kept.map(({ secret }) => deleteObject(server, `${secrets}/${secret}`)))

      await expectExpired(
        server,
        kept.map(({ token }) => token),
      )
    }).sees('secret-of-token-not-looked-up')

    refuses(
      { title: 'a token whose secret contains another token', id: 'a token whose secret holds another one' },
      async () => {
        const { server, kept } = await createSeveralSecrets('another token')

        await expectExpired(
          server,
          kept.map(({ token }) => token),
        )
      },
    ).sees('token-in-secret-not-compared')
  },
)
