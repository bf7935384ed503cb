import { createAuthority } from '#harness/certificates.ts'
import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { until } from '#harness/until.ts'
import { sharedOidcHost } from '../../fixtures/shared-oidc-host.ts'
import { hostTrusting } from '../../fixtures/system-roots.ts'
import { flagRow } from '../flag-rules.ts'
import { caFile, flagAuthenticator } from './oidc-flags.ts'

const host = sharedOidcHost()
const plain = flagAuthenticator(host, 'plain')
const trusted = flagAuthenticator(host, 'trusted', {
  flags: { '--oidc-ca-file': undefined },
  spec: async ({ certificateAuthority }) => ({ env: await hostTrusting(certificateAuthority) }),
})
const strangers = {
  'another authority than that of the file': flagAuthenticator(host, 'mistrusted', {
    ownListener: true,
    spec: async () => {
      const { certificate } = await createAuthority('a stranger CA')
      return { flags: { '--oidc-ca-file': caFile({ certificateAuthority: certificate }) } }
    },
  }),
  'an authority that neither a file nor the host trusts': flagAuthenticator(host, 'unknown', {
    flags: { '--oidc-ca-file': undefined },
    ownListener: true,
  }),
}

rule(
  {
    id: 'flag.oidc-issuer-url.verifies',
    level: 'MUST',
    says: 'ID tokens of the issuer at --oidc-issuer-url are verified, and accepted for its users.',
    source: flagRow('--oidc-issuer-url', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'iss-prefix-accepted': ['refuses a token of another issuer'],
      'iss-path-ignored': ['refuses a token of another issuer'],
      'iss-not-compared': ['refuses a token of another issuer'],
      'signature-not-verified': ['refuses a token that another key signed'],
      'oidc-ca-file-ignored': ['accepts a token of the issuer'],
    },
  },
  () => {
    test('accepts a token of the issuer', async () => {
      expect(await plain.user()).toBeDefined()
    })

    test('refuses a token of another issuer', async () => {
      const other = await plain.neighbour('other')

      await plain.expectClaimsRefused({ iss: other.url })
    })

    test('refuses a token that another key signed', async () => {
      const { keys } = await plain.issuer()

      await plain.expectRefused(await plain.mint({}, { key: await keys.unpublished('rsa') }))
    })
  },
)

rule(
  {
    id: 'flag.oidc-client-id.audience',
    level: 'MUST',
    says: 'The client ID is the audience of accepted tokens.',
    source: flagRow('--oidc-client-id', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'aud-not-compared': ['refuses a token for another client'],
      'only-first-aud-element-compared': ['accepts a token for the client ID among others'],
      'further-aud-elements-refused': ['accepts a token for the client ID among others'],
      'oidc-ca-file-ignored': ['accepts a token for the client ID among others'],
    },
  },
  () => {
    test('accepts a token for the client ID among others', async () => {
      expect(await plain.user({ aud: ['other', 'orch-conformance'] })).toBeDefined()
    })

    test('refuses a token for another client', async () => {
      await plain.expectClaimsRefused({ aud: ['other'] })
    })
  },
)

rule(
  {
    id: 'flag.oidc-ca-file.verifies',
    level: 'MUST',
    says: 'The issuer’s certificate is verified by --oidc-ca-file, or by the roots of the host without it.',
    source: flagRow('--oidc-ca-file', 'meaning'),
    capability: 'who-am-i',
    faults: {
      'certificate-authority-ignored': [
        'refuses a token of an issuer with a certificate of another authority than that of the file',
      ],
      'system-verifier-trusts-everyone': [
        'refuses a token of an issuer with a certificate of an authority that neither a file nor the host trusts',
      ],
      'system-roots-not-used': ['accepts a token of an issuer whose authority the host trusts'],
      'oidc-ca-file-ignored': ['accepts a token of an issuer whose authority stands in the file'],
    },
  },
  () => {
    test('accepts a token of an issuer whose authority stands in the file', async () => {
      expect(await plain.user()).toBeDefined()
    })

    test('accepts a token of an issuer whose authority the host trusts', async () => {
      expect(await trusted.user()).toBeDefined()
    })

    test.for(strangers)('refuses a token of an issuer with a certificate of %s', async (stranger) => {
      await stranger.server()
      const { journal } = await stranger.host()
      const issuer = await stranger.issuer()
      await until(() => journal.some(({ origin }) => issuer.url.startsWith(origin)), {
        withinMs: connectedWithinMs,
        what: 'the server connected to the issuer',
      })

      expect(await stranger.present(await stranger.mint())).toEqual({ status: 401 })
    })
  },
)

// The server connects when it starts, or when the first token comes.
const connectedWithinMs = 5_000
