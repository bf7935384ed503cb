import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { expect } from '#harness/check/expect.ts'
import { says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { freshToken } from './service-accounts.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { type AccountServer, issuers, keySetUri } from './world.ts'

const { must, unspecified } = rulesOf({ document: 3, section: 'Endpoints' })

/** Where a server describes its issuer. */
export const discovery = '/.well-known/openid-configuration'

interface Discovery {
  readonly issuer?: string
  readonly jwks_uri?: string
}

/** The discovery document of a server. */
export async function discoveryOf(server: ApiServer): Promise<Discovery> {
  const { status, body } = await server.request({ path: discovery })
  expect(status, `the status of GET ${discovery}`).toBe(200)
  return JSON.parse(body) as Discovery
}

/** How the issuer of a server is described; `rich` names another key set than its own. */
export function serviceAccountDiscovery(rich: AccountServer, minimal: AccountServer): void {
  must(
    'flag.service-account-issuer.discovery',
    {
      row: 'API server {service-account-issuer}/.well-known/openid-configuration',
      profile: 'apiserver-flags',
    },
    () => {
      says('The server serves the discovery document of its issuer, which names the issuer and its key set.')
      test('the discovery document names the issuer that issues', async () => {
        expect(await discoveryOf(await rich())).toMatchObject({ issuer: issuers[0] })
      }).sees('discovery-names-another-issuer')

      test('the key set verifies a token', async (check) => {
        check.needs('token-request')
        const server = await minimal()
        const token = await freshToken(server)

        expect((await keySetOf(server)).map((key) => signedBy(token, key))).toContain(true)
      }).sees('key-set-shows-one-key')
    },
  )

  unspecified(
    'flag.service-account-issuer.discovery-payload',
    { row: 'Request and response payloads', aspect: 'issuer discovery', profile: 'apiserver-flags' },
    () => {
      says('Unspecified: the payloads of issuer discovery.')
      test('the discovery document is recorded', async (check) => {
        const { status, headers, body } = await (await minimal()).request({ path: discovery })

        check.observe('the answer', { status, type: headers['content-type'], body: body.slice(0, 1_000) })
      })
    },
  )

  must('flag.service-account-jwks-uri.overrides', flagRow('--service-account-jwks-uri'), () => {
    says('The flag overrides the key-set URI in the discovery document.')
    test('the discovery document names the key set of the flag', async () => {
      expect(await discoveryOf(await rich())).toMatchObject({ jwks_uri: keySetUri })
    }).sees('jwks-uri-flag-ignored')
  })
}

/** The keys that the discovery document of a server leads to. */
export async function keySetOf(server: ApiServer): Promise<readonly JsonWebKey[]> {
  const { jwks_uri: uri = '' } = await discoveryOf(server)
  // Key sets have a media type of their own.
  const { status, body } = await server.request({ path: new URL(uri).pathname, headers: { accept: '*/*' } })
  expect(status, `the status of GET ${uri}`).toBe(200)
  const { keys: set = [] } = JSON.parse(body) as { keys?: JsonWebKey[] }
  return set
}

/** Whether a key made the signature of a token. */
export function signedBy(token: string, jwk: JsonWebKey): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
