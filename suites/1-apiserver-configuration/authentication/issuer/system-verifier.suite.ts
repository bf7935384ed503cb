import { createAuthority } from '#harness/certificates/authority.ts'
import { accepts, expect, refuses, rulesOf, says } from '#kit'
import { hostWithTrust } from '../../../shared/authentication/system-roots.ts'
import { withIssuer } from '../../../shared/authentication/configuration.ts'
import { AuthenticatorServers } from '../../../shared/authentication/authenticators.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration', capability: 'ssl-cert-file' })

const withoutAuthority = { certificateAuthority: undefined }

const servers = new AuthenticatorServers({
  extraSpec: async ({ certificateAuthority }) => ({ env: await hostWithTrust(certificateAuthority) }),
})
const { known, stranger, replaced } = servers.authenticators('system-verifier', {
  known: (plain) => withIssuer(plain, withoutAuthority),
  // Separate listeners, so that the journal shows which connections were aborted.
  stranger: async (plain, _issuer, { host, neighbour }) => {
    const neighbourIssuer = neighbour('listener', await host.listen({ presents: 'other-authority' }))
    return withIssuer(plain, { ...withoutAuthority, url: neighbourIssuer.url })
  },
  replaced: async (plain, _issuer, { host, neighbour }) => {
    const { certificate } = await createAuthority('a stranger CA')
    const { url } = neighbour('listener', await host.listen())
    return withIssuer(plain, { certificateAuthority: certificate, url })
  },
})

must(
  'authn.jwt.system-verifier-without-certificate-authority',
  { row: 'certificateAuthority', aspect: 'unset' },
  () => {
    says(
      'With issuer.certificateAuthority unset the host’s trusted certificates verify the issuer, and with it set they do not.',
    )
    accepts('a token of an issuer that the host trusts', async () => {
      expect(await known.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
    }).sees('system-roots-not-used')

    refuses('a token of an issuer that the host does not trust', async () => {
      await known.untilKnown()
      await stranger.expectConnectionRefused()
    }).sees('system-verifier-trusts-everyone')

    refuses(
      {
        title: 'a token of an issuer that only the host trusts if a different authority is configured',
        id: 'a token of an issuer that only the host trusts where another authority is set',
      },
      async () => {
        await known.untilKnown()
        await replaced.expectConnectionRefused()
      },
    ).sees('system-roots-trusted-beside-certificate-authority')
  },
)
