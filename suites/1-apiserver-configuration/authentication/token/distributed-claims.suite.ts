import { rulesOf, says, test, until } from '#kit'
import { audience, withMappings } from '../../../shared/authentication/configuration.ts'
import { mappedGroups } from '../../../shared/authentication/authenticator.ts'
import { tokens } from '../token-servers.ts'

const { unspecified } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

const fetchedWithinMs = 3_000

const { groups } = tokens.authenticators('distributed-claims', {
  groups: (plain) => withMappings(plain, { groups: { claim: 'teams', prefix: '' } }),
})

unspecified(
  'authn.jwt.distributed-claims',
  { row: 'egressSelectorType', aspect: 'distributed claims' },
  () => {
    says(
      'Distributed claims are part of an issuer’s traffic. Unspecified: which claims may be distributed, and how.',
    )
    test(
      {
        title: 'records the response to a token whose groups are at a separate endpoint',
        id: 'observes a token whose groups are kept elsewhere',
      },
      async (check) => {
        const issuer = await groups.issuer()
        const pointers = await issuer.distribute({ teams: ['dev'], aud: [audience] })
        let callerIdentity = await groups.whoAmI(await groups.mint(pointers))
        // A server may look up the issuer of the claims only on first use.
        await until(
          async () => {
            callerIdentity =
              callerIdentity.status === 201
                ? callerIdentity
                : await groups.whoAmI(await groups.mint(pointers))
            return callerIdentity.status === 201
          },
          { withinMs: fetchedWithinMs, what: 'the claims were fetched' },
        ).catch(() => {})
        const requests = issuer.journal.filter(({ endpoint }) => endpoint === 'claims')
        check.observe('status', callerIdentity.status)
        check.observe('groups', callerIdentity.user && mappedGroups(callerIdentity.user))
        check.observe('the endpoint was asked', requests.length > 0)
        check.observe(
          'the access token was shown',
          requests.some(({ bearerToken }) => bearerToken !== undefined),
        )
      },
    )
  },
)
