import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { expect } from '#harness/check/expect.ts'
import { excluded, rule, test } from '#harness/check/rule.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { expectNobody, identity } from '../../fixtures/identity.ts'
import { decoded, freshToken, resigned } from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import { type AccountServer, issuers, keySetUri, keys, plainIssuer } from './service-account-world.ts'

const flag = '--service-account-issuer'
const discovery = '/.well-known/openid-configuration'

interface Discovery {
  readonly issuer?: string
  readonly jwks_uri?: string
}

async function discoveryOf(server: ApiServer): Promise<Discovery> {
  const { status, body } = await server.request({ path: discovery })
  expect(status, `the status of GET ${discovery}`).toBe(200)
  return JSON.parse(body) as Discovery
}

/** Which issuers are asserted, accepted and described. */
export function serviceAccountIssuers(
  rich: AccountServer,
  plain: AccountServer,
  minimal: AccountServer,
): void {
  rule(
    {
      id: 'flag.service-account-issuer.asserted',
      level: 'MUST',
      says: 'The issuer is asserted in iss; of several, the first issues the tokens and all are accepted.',
      source: flagRow(flag),
      capability: 'token-request',
      faults: {
        'last-service-account-issuer-issues': ['the first issuer is asserted in iss'],
        'only-first-service-account-issuer-accepted': ['a token of another listed issuer is accepted'],
        'any-service-account-issuer-accepted': ['refuses a token of an issuer that is not listed'],
      },
    },
    () => {
      test('the first issuer is asserted in iss', async () => {
        const token = await freshToken(await rich())

        expect(decoded(token).claims.iss).toBe(issuers[0])
        expect(await identity(await rich(), { token })).not.toBe('nobody')
      })

      test('a token of another listed issuer is accepted', async () => {
        const token = resigned(await freshToken(await rich()), keys.signing.privateKey, { iss: issuers[1] })

        expect(await identity(await rich(), { token })).not.toBe('nobody')
      })

      test('refuses a token of an issuer that is not listed', async () => {
        const iss = 'https://third-issuer.example'
        const token = resigned(await freshToken(await rich()), keys.signing.privateKey, { iss })

        await expectNobody(await rich(), { token })
      })
    },
  )

  rule(
    {
      id: 'flag.service-account-issuer.discovery',
      level: 'MUST',
      says: 'The server serves the discovery document of its issuer, which names the issuer and its key set.',
      source: {
        document: 3,
        section: 'Endpoints',
        row: '{service-account-issuer}/.well-known/openid-configuration',
      },
      faults: {
        'discovery-names-another-issuer': ['the discovery document names the issuer that issues'],
        'issuer-discovery-missing': [
          'the discovery document names the issuer that issues',
          'the key set verifies a token',
        ],
        'key-set-shows-one-key': ['the key set verifies a token'],
      },
    },
    () => {
      test('the discovery document names the issuer that issues', async () => {
        expect(await discoveryOf(await rich())).toMatchObject({ issuer: issuers[0] })
      })

      test('the key set verifies a token', async (check) => {
        check.needs('token-request')
        const server = await minimal()
        const token = await freshToken(server)
        const { jwks_uri: uri = '' } = await discoveryOf(server)
        // Key sets have a media type of their own.
        const { status, body } = await server.request({
          path: new URL(uri).pathname,
          headers: { accept: '*/*' },
        })
        expect(status, `the status of GET ${uri}`).toBe(200)
        const { keys: set = [] } = JSON.parse(body) as { keys?: JsonWebKey[] }

        expect(set.map((key) => signedBy(token, key))).toContain(true)
      })
    },
  )

  rule(
    {
      id: 'flag.service-account-jwks-uri.overrides',
      level: 'MUST',
      says: 'The flag overrides the key-set URI in the discovery document.',
      source: flagRow('--service-account-jwks-uri'),
      faults: {
        'jwks-uri-flag-ignored': ['the discovery document names the key set of the flag'],
      },
    },
    () => {
      test('the discovery document names the key set of the flag', async () => {
        expect(await discoveryOf(await rich())).toMatchObject({ jwks_uri: keySetUri })
      })
    },
  )

  rule(
    {
      id: 'flag.service-account-issuer.no-uri',
      level: 'MUST',
      says: 'With an issuer that is not a valid URI, tokens are issued, but issuer discovery stays off.',
      source: flagRow(flag, 'not a valid URI'),
      faults: {
        'issuer-without-url-refused': ['an issuer that is no URI issues tokens'],
        'discovery-for-issuer-without-url': ['an issuer that is no URI is not described'],
      },
    },
    () => {
      test('an issuer that is no URI issues tokens', async (check) => {
        check.needs('token-request')
        const token = await freshToken(await plain())

        expect(decoded(token).claims.iss).toBe(plainIssuer)
        expect(await identity(await plain(), { token })).not.toBe('nobody')
      })

      test('an issuer that is no URI is not described', async () => {
        const { status } = await (await plain()).request({ path: discovery })

        expect(status).toBeGreaterThanOrEqual(400)
      })
    },
  )

  excluded({
    id: 'flag.service-account-issuer.should-be-url',
    level: 'SHOULD',
    says: 'The issuer should be an https URL able to serve its discovery document.',
    source: flagRow(flag, 'should be an https URL'),
    excluded: { reason: 'Advice to whoever chooses the value; a server can neither follow nor break it.' },
  })
}

function signedBy(token: string, jwk: JsonWebKey): boolean {
  const [head, claims, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}
