import { createAuthority } from '#harness/certificates/authority.ts'
import { formerly, accepts, expect, refuses, rulesOf, says, seeing, until } from '#kit'
import { chainNamed, unverifiedChains, verifiedChains } from '../../../shared/certificate-chains.ts'
import { hostWithTrust } from '../../../shared/authentication/system-roots.ts'
import { expectUnauthenticated } from '../../../shared/authentication/expect-unauthenticated.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { caFile, flagAuthenticator } from './flags.ts'
import { servers } from './shared-servers.ts'

const { must } = rulesOf({ capability: 'who-am-i' })

// Long enough for a server to connect, at its start or with the first token.
const connectedWithinMs = 5_000

const { host, plain } = servers

const hostTrusted = flagAuthenticator(host, 'trusted', {
  flags: { '--oidc-ca-file': undefined },
  spec: async ({ certificateAuthority }) => ({ env: await hostWithTrust(certificateAuthority) }),
})
const untrustedIssuers = {
  'an authority that is not in the file': formerly(
    'another authority than that of the file',
    seeing(
      ['certificate-authority-ignored'],
      flagAuthenticator(host, 'mistrusted', {
        ownListener: true,
        spec: async () => {
          const { certificate } = await createAuthority('a stranger CA')
          return { flags: { '--oidc-ca-file': caFile({ certificateAuthority: certificate }) } }
        },
      }),
    ),
  ),
  'an authority that neither a file nor the host trusts': seeing(
    ['system-verifier-trusts-everyone'],
    flagAuthenticator(host, 'unknown', {
      flags: { '--oidc-ca-file': undefined },
      ownListener: true,
    }),
  ),
}
must('flag.oidc-issuer-url.verifies', flagRow('--oidc-issuer-url', 'meaning'), () => {
  says('ID tokens of the issuer at --oidc-issuer-url are verified, and accepted for its users.')
  accepts('a token of the issuer', async () => {
    expect(await plain.user()).toBeDefined()
  }).sees('oidc-ca-file-ignored')

  refuses('a token of another issuer', async () => {
    const otherIssuer = await plain.neighbour('other')

    await plain.expectClaimsRefused({ iss: otherIssuer.url })
  }).sees('iss-prefix-accepted')

  refuses(
    { title: 'a token that an unpublished key signed', id: 'a token that another key signed' },
    async () => {
      const { keys } = await plain.issuer()

      await plain.expectRefused(await plain.mint({}, { key: await keys.unpublished('rsa') }))
    },
  ).sees('signature-not-verified')
})

must('flag.oidc-client-id.audience', flagRow('--oidc-client-id', 'meaning'), () => {
  says('The client ID is the audience of accepted tokens.')
  accepts(
    {
      title: 'a token for several audiences, among them the client ID',
      id: 'a token for the client ID among others',
    },
    async () => {
      expect(await plain.user({ aud: ['other', 'orch-conformance'] })).toBeDefined()
    },
  ).sees('only-first-aud-element-compared')

  refuses({ title: 'a token for another client ID', id: 'a token for another client' }, async () => {
    await plain.expectClaimsRefused({ aud: ['other'] })
  }).sees('aud-not-compared')
})

must('flag.oidc-ca-file.verifies', flagRow('--oidc-ca-file', 'meaning'), () => {
  says('The issuer’s certificate is verified by --oidc-ca-file, or by the roots of the host without it.')
  accepts(
    {
      title: 'a token of an issuer whose authority is in the file',
      id: 'a token of an issuer whose authority stands in the file',
    },
    async () => {
      expect(await plain.user()).toBeDefined()
    },
  ).sees('oidc-ca-file-ignored')

  accepts('a token of an issuer whose authority the host trusts', async () => {
    expect(await hostTrusted.user()).toBeDefined()
  }).sees('system-roots-not-used')

  refuses.for(untrustedIssuers)('a token of an issuer with a certificate of %s', async (stranger) => {
    await stranger.server()
    const { journal } = await stranger.host()
    const issuer = await stranger.issuer()
    await until(() => journal.some(({ origin }) => issuer.url.startsWith(origin)), {
      withinMs: connectedWithinMs,
      what: 'the server connected to the issuer',
    })

    expectUnauthenticated(await stranger.present(await stranger.mint()))
  })
})

const presentedIntermediate = 'an intermediate CA whose certificate is presented'
const expiredIntermediate = 'an intermediate CA whose certificate has expired'
const belowShown = flagAuthenticator(host, 'below-shown', {
  chainBelow: chainNamed(verifiedChains, presentedIntermediate),
})
const belowExpired = flagAuthenticator(host, 'below-expired', {
  chainBelow: chainNamed(unverifiedChains, expiredIntermediate),
})

must('flag.oidc-ca-file.chains', flagRow('--oidc-ca-file', 'chains'), () => {
  says('A chain to the certificates of the file may have intermediates, all of which are valid.')
  accepts(
    { title: `a token of an issuer with a certificate signed by ${presentedIntermediate}`, id: 'shown' },
    async () => {
      await belowShown.server()

      expect(await belowShown.user()).toBeDefined()
    },
  ).sees('issuer-intermediates-refused')

  refuses(
    { title: `a token of an issuer with a certificate signed by ${expiredIntermediate}`, id: 'expired' },
    async () => {
      await belowExpired.server()
      const { journal } = await belowExpired.host()
      const issuer = await belowExpired.issuer()
      await until(() => journal.some(({ origin }) => issuer.url.startsWith(origin)), {
        withinMs: connectedWithinMs,
        what: 'the server connected to the issuer',
      })

      expectUnauthenticated(await belowExpired.present(await belowExpired.mint()))
    },
  ).sees('certificate-authority-ignored')
})
