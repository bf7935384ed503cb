import { rulesOf, says, test } from '#kit'
import { asymmetricAlgorithms, createSigningKey } from '#mocks/oidc-issuer/index.ts'
import { tokens } from '../token-servers.ts'

const { unspecified } = rulesOf({ document: 1, section: 'Authentication' })

const { plain } = tokens.authenticators('algorithms', { plain: (plain) => plain })

unspecified('authn.jwt.signing-algorithms', 'Signing algorithms', () => {
  says('Unspecified: which signing algorithms the authenticators of the file accept.')
  test.for(Object.fromEntries(asymmetricAlgorithms.map((name) => [name, name])))(
    { title: 'records the response to a token signed with %s', id: 'observes a token signed with %s' },
    async (algorithm, check) => {
      const { status } = await plain.whoAmI(await plain.mint({}, { algorithm }))
      check.observe(`status for ${algorithm}`, status)
    },
  )

  test(
    {
      title: 'records the response to a token signed with EdDSA by a published key',
      id: 'observes a token signed with EdDSA by a published key',
    },
    async (check) => {
      const { keys } = await plain.issuer()
      const key = await createSigningKey('ed25519', 'algorithms.ed25519')
      keys.add(key)
      check.observe('status for EdDSA', (await plain.whoAmI(await plain.mint({}, { key }))).status)
    },
  )

  test(
    {
      title: 'records the response to a token signed with HS256 by a shared secret',
      id: 'observes a token signed with HS256 by a shared secret',
    },
    async (check) => {
      check.observe(
        'status for HS256',
        (await plain.whoAmI(await plain.mint({}, { algorithm: 'HS256' }))).status,
      )
    },
  )
})
