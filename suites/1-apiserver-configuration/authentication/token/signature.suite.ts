import {
  accepts,
  HarnessError,
  type NamedCases,
  expect,
  formerly,
  refuses,
  rulesOf,
  says,
  seeing,
  test,
} from '#kit'
import type { MintOptions, OidcIssuer, SigningKey } from '#mocks/oidc-issuer/index.ts'
import { type Authenticator } from '../../../shared/authentication/authenticators.ts'
import { tokens } from '../token-servers.ts'

const { must, unspecified } = rulesOf({ document: 1, section: 'Authentication' })

type Forgery = (issuer: OidcIssuer) => Promise<MintOptions> | MintOptions

const forgeries: NamedCases<Forgery> = {
  'signed with an unknown key': seeing(['signature-not-verified'], async ({ keys }) => ({
    key: await keys.unpublished('p256'),
  })),
  'signed with an unknown key under the name of a published one': seeing(
    ['signature-not-verified'],
    async ({ keys }) => {
      const { kid } = await keys.signer('p256')
      return { key: await keys.unpublished('p256', kid) }
    },
  ),
  'signed with an unknown key without a name': formerly(
    'signed with an unknown key and names none',
    seeing(['signature-not-verified'], async ({ keys }) => ({
      key: await keys.unpublished('p256'),
      header: { kid: undefined },
    })),
  ),
  'changed in its payload': seeing(['signature-not-verified'], () => ({ tamper: 'payload' })),
  'changed in its header': seeing(['signature-not-verified'], () => ({ tamper: 'header' })),
  'changed in its signature': seeing(['signature-not-verified'], () => ({ tamper: 'signature' })),
  'stripped of its signature': seeing(['empty-signature-accepted'], () => ({
    tamper: 'no-signature',
  })),
  'unsigned, as its header states': formerly(
    'unsigned and says so',
    seeing(['alg-none-accepted'], () => ({ algorithm: 'none' })),
  ),
  'signed, although its header states that it is not': formerly(
    'signed, but says that it is not',
    seeing(['alg-none-accepted'], () => ({ header: { alg: 'none' } })),
  ),
  'signed with the public key as a shared secret': seeing(['shared-secret-accepted'], () => ({
    algorithm: 'HS256',
  })),
  'signed with another algorithm than its header states': formerly(
    'signed with another algorithm than it says',
    seeing(['signature-not-verified'], () => ({
      header: { alg: 'ES256' },
    })),
  ),
}

// Retired RSA keys, which the key set lists after the current key.
const retiredKeys: SigningKey[] = []

const { plain, rotating, withTwoRsaKeys } = tokens.authenticators('signature', {
  plain: (plain) => plain,
  rotating: (plain) => plain,
  withTwoRsaKeys: async (plain, issuer) => {
    retiredKeys.push(await issuer.keys.signer('rsa'))
    await issuer.rotate({ keepOld: true })
    return plain
  },
})

must('authn.jwt.signature-is-verified', { row: 'JWT authenticators', aspect: 'signature' }, () => {
  says('A token is accepted only if a key discovered from its issuer verifies its signature.')
  accepts('a token that is signed with a published key', async () => {
    expect(await plain.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  accepts('a token that does not name its key', async () => {
    const token = await plain.mint({ sub: 'alice' }, { header: { kid: undefined } })

    expect(await plain.userOf(token)).toMatchObject({ username: 'alice' })
  }).sees('many-entries-take-nobody')

  accepts('a token that is signed with the last of two RSA keys in the key set', async () => {
    await withTwoRsaKeys.server()
    const key = retiredKeys.at(-1)
    if (key === undefined) throw new HarnessError('harness-fault', 'The issuer retired no key.')
    await withTwoRsaKeys.userOf(await withTwoRsaKeys.mint({ sub: 'alice' }, { key }))
  }).sees('first-key-of-each-type-alone', 'many-entries-take-nobody')

  refuses.for(forgeries)('a token that is %s', async (forge) => {
    await plain.expectRefused(await plain.mint({}, await forge(await plain.issuer())))
  })
})

unspecified('authn.jwt.key-rotation', { row: 'JWT authenticators', aspect: 'key rotation' }, () => {
  says('When keys are fetched again after the issuer has replaced them is open.')
  test(
    {
      title: 'records the responses to tokens before and after a rotation of the keys',
      id: 'observes tokens around a rotation of the keys',
    },
    async (check) => {
      await rotating.whoAmI(await rotating.mint())
      const issuer = await rotating.issuer()
      const tokenOfOldKey = await mintForBob(rotating)
      await issuer.rotate()
      check.observe(
        'status for a token of the new key',
        (await rotating.whoAmI(await rotating.mint())).status,
      )
      check.observe('status for a token of the replaced key', (await rotating.whoAmI(tokenOfOldKey)).status)
    },
  )
})

// Mints a token that is presented only after the rotation, so that it is in no cache.
function mintForBob(authenticator: Authenticator): Promise<string> {
  return authenticator.mint({ sub: 'bob' })
}
