import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { createObject } from '../../fixtures/objects.ts'
import { decoded, issueToken, serviceAccount } from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import { type AccountServer, mostHours } from './service-account-world.ts'

const hourSeconds = 3_600
const yearSeconds = 365 * 24 * hourSeconds
/** What marks a token as one that is injected into a pod. */
const injectedSeconds = 3_607

/** `--service-account-extend-token-expiration`. */
export function serviceAccountExtension(rich: AccountServer, plain: AccountServer): void {
  rule(
    {
      id: 'flag.service-account-extend-token-expiration.extends',
      level: 'MUST',
      says: 'By default, tokens injected into pods live up to a year, beyond the maximum validity of others.',
      source: flagRow('--service-account-extend-token-expiration'),
      capability: 'injected-token-request',
      faults: {
        'service-account-extension-ignored': ['an injected token is extended by default, beyond the maximum'],
        'service-account-extension-flag-ignored': ['an injected token is not extended with the flag off'],
        'service-account-extension-for-all-tokens': ['a token that is not injected is not extended'],
      },
    },
    () => {
      test('an injected token is extended by default, beyond the maximum', async () => {
        const seconds = await injectedLifetime(rich, injectedSeconds)

        expect(seconds).toBeGreaterThan(mostHours * hourSeconds)
        expect(seconds).toBeLessThanOrEqual(yearSeconds)
      })

      test('an injected token is not extended with the flag off', async () => {
        expect(await injectedLifetime(plain, injectedSeconds)).toBeLessThanOrEqual(mostHours * hourSeconds)
      })

      test('a token that is not injected is not extended', async () => {
        expect(await injectedLifetime(rich, hourSeconds)).toBeLessThanOrEqual(mostHours * hourSeconds)
      })
    },
  )
}

/** For how long a token lives that is requested for a pod. */
async function injectedLifetime(server: AccountServer, expirationSeconds: number): Promise<number> {
  const api = await server()
  const account = await serviceAccount(api)
  const { metadata } = await createObject<{ metadata: { name: string; uid: string } }>(
    api,
    '/api/v1/namespaces/default/pods',
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${account.name}-pod`, namespace: 'default' },
      spec: {
        serviceAccountName: account.name,
        automountServiceAccountToken: false,
        containers: [{ name: 'main', image: 'none.example/none' }],
      },
    },
  )
  const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid }
  const { token } = await issueToken(api, account, { expirationSeconds, boundObjectRef })
  const { claims } = decoded(token)
  return claims.exp - claims.iat
}
