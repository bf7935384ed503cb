import { accepts, expect, rulesOf, says } from '#kit'
import { freePort } from '#kit/launch.ts'
import { AuthenticatorServers } from '../../../shared/authentication/authenticators.ts'
import { withIssuer } from '../../../shared/authentication/configuration.ts'

const { must } = rulesOf({ document: 1, section: 'AuthenticationConfiguration' })

/** The unreachable peer is on a separate server, so that its effect is attributable. */
const servers = new AuthenticatorServers()
const issuers = servers.authenticators('dead-issuer', {
  first: (plain) => plain,
  dead: async (plain) => withIssuer(plain, { url: `https://127.0.0.1:${await freePort()}/dead` }),
  last: (plain) => plain,
})

must('authn.jwt.dead-issuer-spares-others', { row: 'jwt', aspect: 'next to an unreachable issuer' }, () => {
  says('An issuer that cannot be reached changes nothing for the tokens of others.')
  const places = { before: 'first', after: 'last' } as const

  accepts
    .for(places)(
      {
        title: 'a token of an issuer whose entry is %s the entry of an unreachable issuer',
        id: 'a token of the entry %s that of a dead issuer',
      },
      async (place) => {
        expect(await issuers[place].user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
      },
    )
    .sees('dead-issuer-stops-all')
})
