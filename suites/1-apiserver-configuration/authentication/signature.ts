import { rule, test } from '#harness/check/rule.ts'
import { expect } from '#harness/check/expect.ts'
import type { MintOptions, OidcIssuer } from '#mocks/oidc-issuer/index.ts'
import { type Authenticator, subject } from '../../fixtures/authenticators.ts'

type Forgery = (issuer: OidcIssuer) => Promise<MintOptions> | MintOptions

const forgeries: Readonly<Record<string, Forgery>> = {
  'signed with an unknown key': async ({ keys }) => ({ key: await keys.unpublished('p256') }),
  'signed with an unknown key under the name of a published one': async ({ keys }) => {
    const { kid } = await keys.signer('p256')
    return { key: await keys.unpublished('p256', kid) }
  },
  'signed with an unknown key and names none': async ({ keys }) => ({
    key: await keys.unpublished('p256'),
    header: { kid: undefined },
  }),
  'changed in its payload': () => ({ tamper: 'payload' }),
  'changed in its header': () => ({ tamper: 'header' }),
  'changed in its signature': () => ({ tamper: 'signature' }),
  'stripped of its signature': () => ({ tamper: 'no-signature' }),
  'unsigned and says so': () => ({ algorithm: 'none' }),
  'signed, but says that it is not': () => ({ header: { alg: 'none' } }),
  'signed with the public key as a shared secret': () => ({ algorithm: 'HS256' }),
  'signed with another algorithm than it says': () => ({ header: { alg: 'ES256' } }),
}

/** The signature of a token. */
export const signature = subject(
  { plain: (plain) => plain, rotating: (plain) => plain },
  ({ plain, rotating }) => {
    rule(
      {
        id: 'authn.jwt.signature-is-verified',
        level: 'MUST',
        says: 'A token is accepted only if a key discovered from its issuer verifies its signature.',
        source: { document: 1, section: 'Authentication', row: 'JWT authenticators: signature' },
        faults: {
          'alg-none-accepted': [
            'refuses a token that is unsigned and says so',
            'refuses a token that is signed, but says that it is not',
          ],
          'empty-signature-accepted': ['refuses a token that is stripped of its signature'],
          'signature-not-verified': [
            'refuses a token that is signed with an unknown key',
            'refuses a token that is signed with an unknown key under the name of a published one',
            'refuses a token that is signed with an unknown key and names none',
            'refuses a token that is changed in its payload',
            'refuses a token that is changed in its header',
            'refuses a token that is changed in its signature',
            'refuses a token that is stripped of its signature',
            'refuses a token that is signed with another algorithm than it says',
          ],
          'many-entries-take-nobody': [
            'accepts a token that is signed with a published key',
            'accepts a token that does not name its key',
          ],
          'shared-secret-accepted': ['refuses a token that is signed with the public key as a shared secret'],
        },
      },
      () => {
        test('accepts a token that is signed with a published key', async () => {
          expect(await plain.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
        })

        test('accepts a token that does not name its key', async () => {
          const token = await plain.mint({ sub: 'alice' }, { header: { kid: undefined } })

          expect(await plain.userOf(token)).toMatchObject({ username: 'alice' })
        })

        test.for(forgeries)('refuses a token that is %s', async (forge) => {
          await plain.expectRefused(await plain.mint({}, await forge(await plain.issuer())))
        })
      },
    )

    rule(
      {
        id: 'authn.jwt.key-rotation',
        level: 'UNSPECIFIED',
        says: 'When keys are fetched again after the issuer has replaced them is open.',
        source: { document: 1, section: 'Authentication', row: 'JWT authenticators: key rotation' },
      },
      () => {
        test('observes tokens around a rotation of the keys', async (check) => {
          await rotating.whoAmI(await rotating.mint())
          const issuer = await rotating.issuer()
          const old = await mintOther(rotating)
          await issuer.rotate()
          check.observe(
            'status for a token of the new key',
            (await rotating.whoAmI(await rotating.mint())).status,
          )
          check.observe('status for a token of the replaced key', (await rotating.whoAmI(old)).status)
        })
      },
    )
  },
)

// Minted before the rotation and shown after it, so no cache knows it.
function mintOther(authenticator: Authenticator): Promise<string> {
  return authenticator.mint({ sub: 'bob' })
}
