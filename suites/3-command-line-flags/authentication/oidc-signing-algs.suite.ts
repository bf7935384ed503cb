import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { type AsymmetricAlgorithm, asymmetricAlgorithms } from '#mocks/oidc-issuer/index.ts'
import { expectRefusal } from '../../fixtures/api-server.ts'
import { sharedOidcHost } from '../../fixtures/shared-oidc-host.ts'
import { flagRow } from '../flag-rules.ts'
import { flagAuthenticator, oidcFlags } from './oidc-flags.ts'

const host = sharedOidcHost()
const plain = flagAuthenticator(host, 'plain')
const every = flagAuthenticator(host, 'every', {
  flags: { '--oidc-signing-algs': asymmetricAlgorithms.join(',') },
})
const chosen = flagAuthenticator(host, 'chosen', {
  flags: { '--oidc-signing-algs': 'ES256,PS384' },
  minting: { algorithm: 'ES256' },
})

const named = (algorithms: readonly AsymmetricAlgorithm[]) =>
  Object.fromEntries(algorithms.map((algorithm) => [algorithm, algorithm]))
const others = asymmetricAlgorithms.filter((algorithm) => algorithm !== 'RS256')
const refusals = others.map((algorithm) => `refuses ${algorithm} by default`)

rule(
  {
    id: 'flag.oidc-signing-algs.default',
    level: 'MUST',
    says: 'Without --oidc-signing-algs, only tokens signed with RS256 are accepted.',
    source: flagRow('--oidc-signing-algs', 'default'),
    capability: 'who-am-i',
    faults: {
      'signing-algorithms-not-restricted': refusals,
      'oidc-signing-algs-default-all': refusals,
      'oidc-ca-file-ignored': ['accepts RS256 by default'],
    },
  },
  () => {
    test('accepts RS256 by default', async () => {
      expect(await plain.user()).toBeDefined()
    })

    test.for(named(others))('refuses %s by default', async (algorithm) => {
      await plain.expectRefused(await plain.mint({}, { algorithm }))
    })
  },
)

const listed = asymmetricAlgorithms.map((algorithm) => `accepts ${algorithm} where it is listed`)
const first = 'accepts the first of two listed algorithms'
const unlistedRefused = 'refuses the default algorithm where others are listed'

rule(
  {
    id: 'flag.oidc-signing-algs.allowed',
    level: 'MUST',
    says: 'Tokens signed with an algorithm of --oidc-signing-algs are accepted, and no others.',
    source: flagRow('--oidc-signing-algs', 'meaning'),
    capability: 'who-am-i',
    faults: {
      ...Object.fromEntries(
        others.map((algorithm) => [
          `signing-algorithm-refused-${algorithm}`,
          [
            `accepts ${algorithm} where it is listed`,
            ...(algorithm === 'ES256' ? [first, unlistedRefused] : []),
          ],
        ]),
      ),
      'signing-algorithms-not-restricted': [unlistedRefused],
      'oidc-comma-list-taken-whole': [...listed, first, unlistedRefused],
      'oidc-ca-file-ignored': [...listed, first, unlistedRefused],
    },
  },
  () => {
    test.for(named(asymmetricAlgorithms))('accepts %s where it is listed', async (algorithm) => {
      expect(await every.userOf(await every.mint({}, { algorithm }))).toBeDefined()
    })

    test(first, async () => {
      expect(await chosen.user()).toBeDefined()
    })

    test(unlistedRefused, async () => {
      await chosen.user()
      await chosen.expectRefused(await chosen.mint({}, { algorithm: 'RS256' }))
    })
  },
)

const unlisted = { 'a symmetric algorithm': 'HS256', 'no algorithm': 'none', 'an unknown one': 'RS257' }

rule(
  {
    id: 'flag.oidc-signing-algs.values',
    level: 'MUST',
    says: 'The values of --oidc-signing-algs are the nine asymmetric algorithms of RFC 7518.',
    source: flagRow('--oidc-signing-algs', 'values'),
    twin: 'flag.oidc-signing-algs.allowed/accepts-rs256-where-it-is-listed',
    overlaps: true,
    faults: {
      'values-unchecked-oidc-signing-algs': Object.keys(unlisted).map(
        (name) => `refuses a list with ${name}`,
      ),
    },
  },
  () => {
    test.for(unlisted)('refuses a list with %s', async (value) => {
      const flags = oidcFlags((await host()).issuer('every'))
      await expectRefusal({ flags: { ...flags, '--oidc-signing-algs': `RS256,${value}` } }, 'sign')
    })
  },
)
