import { expect } from '#harness/check/expect.ts'
import { excluded, rule, test } from '#harness/check/rule.ts'
import { expectNobody, identity } from '../../fixtures/identity.ts'
import { decoded, freshToken, resigned } from '../../fixtures/service-accounts.ts'
import { flagRow } from '../flag-rules.ts'
import { discovery } from './service-account-discovery.ts'
import { type AccountServer, issuers, keys, plainIssuer } from './service-account-world.ts'

const flag = '--service-account-issuer'

/** Which issuers are asserted and accepted. */
export function serviceAccountIssuers(rich: AccountServer, plain: AccountServer): void {
  rule(
    {
      id: 'flag.service-account-issuer.asserted',
      level: 'MUST',
      says: 'The issuer is asserted in iss; of several, the first issues the tokens and all are accepted.',
      source: flagRow(flag),
      capability: 'token-request',
      faults: {
        'api-audiences-not-defaulted': [
          'the first issuer is asserted in iss',
          'a token of another listed issuer is accepted',
        ],
        'tokens-signed-with-serving-key': ['the first issuer is asserted in iss'],
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
      id: 'flag.service-account-issuer.no-uri',
      level: 'MUST',
      says: 'With an issuer that is not a valid URI, tokens are issued, but issuer discovery stays off.',
      source: flagRow(flag, 'not a valid URI'),
      faults: {
        'tokens-signed-with-serving-key': ['an issuer that is no URI issues tokens'],
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
