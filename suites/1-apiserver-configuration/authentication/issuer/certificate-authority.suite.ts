import { createAuthority } from '#harness/certificates/authority.ts'
import { accepts, expect, formerly, refuses, rulesOf, says, seeing } from '#kit'
import { withIssuer } from '../../../shared/authentication/configuration.ts'
import { type AuthenticatorSpec } from '../../../shared/authentication/authenticators.ts'
import { tokens } from '../token-servers.ts'
import {
  type Below,
  chainNamed,
  unverifiedChains,
  verifiedChains,
} from '../../../shared/certificate-chains.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

/** Returns an issuer whose `certificateAuthority` contains the given certificates. */
const issuerWithBundle =
  (pem: (right: string, other: string) => string): AuthenticatorSpec =>
  async (plain, issuer) => {
    const { certificate } = await createAuthority('a stranger CA')
    return withIssuer(plain, { certificateAuthority: pem(issuer.certificateAuthority, certificate) })
  }

/**
 * Returns an issuer whose `certificateAuthority` is a separate root, which signed the certificate of the issuer
 * through a chain.
 */
const issuerBelowRoot =
  (of: Below): AuthenticatorSpec =>
  async (plain, _issuer, { host, neighbour }) => {
    const root = await createAuthority('the root of an issuer')
    const { url } = neighbour(
      'listener',
      await host.listen({ authority: await of(root), clientAuthority: root.certificate }),
    )
    return withIssuer(plain, { url, certificateAuthority: root.certificate })
  }

const presentedIntermediate = 'an intermediate CA whose certificate is presented'
// One case for each chain that a server can misjudge. The remaining chains are tested with client certificates.
const absentIntermediate = 'an intermediate CA whose certificate is not presented'
const expiredIntermediate = 'an intermediate CA whose certificate has expired'
const noAuthority = 'an intermediate CA that a leaf certificate signed'

const { right, first, second, wrong, wrongHost, ...chainAuthenticators } = tokens.authenticators(
  'certificate-authority',
  {
    belowShown: issuerBelowRoot(chainNamed(verifiedChains, presentedIntermediate)),
    belowNotShown: issuerBelowRoot(chainNamed(unverifiedChains, absentIntermediate)),
    belowExpired: issuerBelowRoot(chainNamed(unverifiedChains, expiredIntermediate)),
    belowNoAuthority: issuerBelowRoot(chainNamed(unverifiedChains, noAuthority)),
    right: (plain) => plain,
    first: issuerWithBundle((right, other) => `${right}\n${other}`),
    second: issuerWithBundle((right, other) => `${other}\n${right}`),
    // Separate listeners, so that the journal shows which connections were aborted.
    wrong: async (plain, issuer, context) => {
      const neighbourIssuer = context.neighbour('listener', await context.host.listen())
      return issuerWithBundle((_right, other) => other)(
        withIssuer(plain, { url: neighbourIssuer.url }),
        issuer,
        context,
      )
    },
    wrongHost: async (plain, _issuer, { host, neighbour }) =>
      withIssuer(plain, { url: neighbour('listener', await host.listen({ presents: 'wrong-host' })).url }),
  },
)

must('authn.jwt.certificate-authority-verifies-issuer', 'certificateAuthority', () => {
  says(
    'Discovery is believed only over a connection that the certificates in issuer.certificateAuthority verify.',
  )
  const acceptedBundles = {
    'is the only one of the bundle': formerly('is the only one in it', right),
    'is the first of two in the bundle': formerly('is the first of two in it', first),
    'is the second of two in the bundle': formerly(
      'is the second of two in it',
      seeing(['only-first-certificate-of-bundle-used'], second),
    ),
  }

  accepts
    .for(acceptedBundles)('a token of an issuer whose authority %s', async (authenticator) => {
      expect(await authenticator.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
    })
    .sees('many-entries-take-nobody')

  const wrongBundles = {
    'the signature of another authority': formerly(
      'another authority',
      seeing(['certificate-authority-joined-by-flags'], wrong),
    ),
    'the name of another host': seeing(['issuer-host-name-not-verified'], wrongHost),
  }

  refuses.for(wrongBundles)('a token of an issuer whose certificate has %s', async (authenticator) => {
    await right.untilKnown()
    await authenticator.expectConnectionRefused()
  })
})

must('authn.jwt.certificate-authority-chains', { row: 'certificateAuthority', aspect: 'chains' }, () => {
  says(
    'A chain to the certificates in issuer.certificateAuthority may have intermediates, which the issuer shows.',
  )
  accepts(
    {
      title: `a token of an issuer with a certificate signed by ${presentedIntermediate}`,
      id: 'a token of an issuer below an intermediate that is shown',
    },
    async () => {
      expect(await chainAuthenticators.belowShown.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
    },
  ).sees('issuer-intermediates-refused')

  const brokenChains = {
    [absentIntermediate]: formerly(
      'an intermediate that the handshake lacks',
      chainAuthenticators.belowNotShown,
    ),
    [expiredIntermediate]: formerly('an intermediate that has expired', chainAuthenticators.belowExpired),
    [noAuthority]: formerly('a certificate that is no authority', chainAuthenticators.belowNoAuthority),
  }
  refuses
    .for(brokenChains)(
      { title: 'a token of an issuer with a certificate signed by %s', id: 'a token of an issuer below %s' },
      async (authenticator) => {
        await right.untilKnown()
        await authenticator.expectConnectionRefused()
      },
    )
    .sees('certificate-authority-ignored')
})
