import { expect, rulesOf, says, test } from '#kit'
import { decoded, freshToken, issueToken, podOf, serviceAccount } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { type AccountServer, maxHours } from './fixture.ts'
import { rich, plain } from './account-servers.ts'

const { must } = rulesOf({ capability: 'injected-token-request' })

const hourSeconds = 3_600
const yearSeconds = 365 * 24 * hourSeconds
/** Lifetime in seconds that marks a token as injected into a pod. */
const injectedSeconds = 3_607

must(
  'flag.service-account-extend-token-expiration.extends',
  flagRow('--service-account-extend-token-expiration'),
  () => {
    says('By default, tokens injected into pods live up to a year, beyond the maximum validity of others.')
    test('an injected token is extended by default, beyond the maximum', async () => {
      const seconds = await injectedLifetime(rich, injectedSeconds)

      expect(seconds).toBeGreaterThan(maxHours * hourSeconds)
      expect(seconds).toBeLessThanOrEqual(yearSeconds)
    }).sees('token-extension-default-off')

    test('an injected token is not extended with the flag off', async () => {
      expect(await injectedLifetime(plain, injectedSeconds)).toBeLessThanOrEqual(maxHours * hourSeconds)
    }).sees('token-extension-false-ignored')

    test('a token for a pod that is not injected is not extended', async () => {
      expect(await injectedLifetime(rich, hourSeconds)).toBeLessThanOrEqual(maxHours * hourSeconds)
    }).sees('any-pod-token-extended')

    test('a token for no pod is not extended', async () => {
      const token = await freshToken(await rich(), { expirationSeconds: injectedSeconds })

      expect(lifetime(token)).toBeLessThanOrEqual(maxHours * hourSeconds)
    }).sees('tokens-without-pod-extended')
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
  const { claims } = decoded(token)
  return claims.exp - claims.iat
}
