import type { KeyObject } from 'node:crypto'
import { accepts, expect, refuses, rulesOf, says, until } from '#kit'
import { expectUnauthenticated, identity } from '../identity.ts'
import { issueFreshToken, signAgain } from '../service-accounts/service-accounts.ts'
import { keys } from '../service-accounts/fixture.ts'
import { authorities, server, triedWithinMs } from './authorities-fixture.ts'

const { must } = rulesOf({ document: 1, section: 'Authentication', capability: 'token-request' })

must(
  'authn.jwt.keys-of-no-service-account',
  { row: 'JWT authenticators', aspect: 'keys of service accounts' },
  () => {
    says('The keys of service accounts verify no token of an OpenID provider, and the other way round.')
    const accountToken = async (): Promise<string> => issueFreshToken(await server())
    const trustedIssuer = async () => (await authorities()).issuer('issuers')

    /** Returns a key that the provider has published and the server has seen. */
    const publishedKey = async (): Promise<KeyObject> => {
      const issuer = await trustedIssuer()
      const key = await issuer.keys.signer('p256')
      const token = await issuer.mint({ sub: 'alice' }, { key })
      const isAccepted = async (): Promise<boolean> =>
        (await identity(await server(), { token })) !== 'nobody'
      await until(isAccepted, { withinMs: triedWithinMs, what: 'a token signed with the key was accepted' })
      return key.privateKey
    }

    accepts(
      {
        title: 'a token of a service account together with OpenID providers',
        id: 'a token of a service account beside OpenID providers',
      },
      async () => {
        expect(await identity(await server(), { token: await accountToken() }), 'its bearer').not.toBe(
          'nobody',
        )
      },
    ).sees('api-audiences-not-defaulted')

    refuses('a token of a service account that is signed with the key of a provider', async () => {
      const key = await publishedKey()

      await expectUnauthenticated(await server(), { token: signAgain(await accountToken(), key) })
    }).sees('service-account-keys-joined-by-issuers')

    refuses('a token of a provider that is signed with the key of service accounts', async () => {
      await publishedKey()
      const token = signAgain(await (await trustedIssuer()).mint({ sub: 'alice' }), keys.signing.privateKey)

      await expectUnauthenticated(await server(), { token })
    }).sees('issuer-keys-joined-by-service-accounts')
  },
)
