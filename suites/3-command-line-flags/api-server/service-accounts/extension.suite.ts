import { expect, rulesOf, says, test } from '#kit'
import { decodeToken, issueFreshToken, issueToken, podOf, serviceAccount } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { type AccountServer, maxExpirationHours } from './fixture.ts'
import { richServer, serverWithoutLists } from './account-servers.ts'

const { must } = rulesOf({ capability: 'injected-token-request' })

const hourSeconds = 3_600
const yearSeconds = 365 * 24 * hourSeconds
/** Lifetime in seconds that marks a token as injected into a pod. */
const injectedExpirySeconds = 3_607

must(
  'flag.service-account-extend-token-expiration.extends',
  flagRow('--service-account-extend-token-expiration'),
  () => {
    says('By default, tokens injected into pods live up to a year, beyond the maximum validity of others.')
    test('an injected token is extended by default, beyond the maximum', async () => {
      const seconds = await injectedLifetime(richServer, injectedExpirySeconds)

      expect(seconds).toBeGreaterThan(maxExpirationHours * hourSeconds)
      expect(seconds).toBeLessThanOrEqual(yearSeconds)
    }).sees('token-extension-default-off')

    test(
      {
        title: 'an injected token is not extended when the flag is false',
        id: 'an injected token is not extended with the flag off',
      },
      async () => {
        expect(await injectedLifetime(serverWithoutLists, injectedExpirySeconds)).toBeLessThanOrEqual(
          maxExpirationHours * hourSeconds,
        )
      },
    ).sees('token-extension-false-ignored')

    test('a token for a pod that is not injected is not extended', async () => {
      expect(await injectedLifetime(richServer, hourSeconds)).toBeLessThanOrEqual(
        maxExpirationHours * hourSeconds,
      )
    }).sees('any-pod-token-extended')

    test(
      {
        title: 'a token that is not bound to a pod is not extended',
        id: 'a token for no pod is not extended',
      },
      async () => {
        const token = await issueFreshToken(await richServer(), { expirationSeconds: injectedExpirySeconds })

        expect(lifetime(token)).toBeLessThanOrEqual(maxExpirationHours * hourSeconds)
      },
    ).sees('tokens-without-pod-extended')
  },
)

/** Returns the lifetime of a token that is requested for a pod. */
async function injectedLifetime(server: AccountServer, expirationSeconds: number): Promise<number> {
  const api = await server()
  const account = await serviceAccount(api)
  const { reference } = await podOf(api, account)
  const { token } = await issueToken(api, account, { expirationSeconds, boundObjectRef: reference })
  return lifetime(token)
}

function lifetime(token: string): number {
  const { claims } = decodeToken(token)
  return claims.exp - claims.iat
}
