import { expect } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import type { Claims, OidcHost } from '#mocks/oidc-issuer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import {
  authenticationConfiguration,
  plainAuthenticator,
  withMappings,
} from '../../../shared/authentication/configuration.ts'
import { Authenticator } from '../../../shared/authentication/authenticator.ts'
import { flagAuthenticator, withoutAnonymousUsers } from '../oidc/flags.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'

const claims = { name: 'bob', email: 'alice@example.org', teams: ['a', 'b'], tier: 'gold' }

type EquivalentName = 'plain' | 'dash' | 'named' | 'email'

/** Equivalent authenticators: configured by flags on separate servers, and by the file on one server. */
export interface Equivalents {
  /** Expects that flags and file yield the same user. */
  expectSameUser(name: EquivalentName): Promise<void>
  /** Expects that both servers accept the tokens, and that both reject tokens with changed claims. */
  expectBothRefuse(name: EquivalentName, change: Claims): Promise<void>
}

/** Declares the servers, each started by the first check that needs it. */
export function equivalents(): Equivalents {
  const host = sharedOidcHost()
  const authenticatorWithFlags = (name: EquivalentName, flags: Flags): Authenticator =>
    flagAuthenticator(host, name, { flags, claims })
  const flagAuthenticators: Readonly<Record<EquivalentName, Authenticator>> = {
    plain: authenticatorWithFlags('plain', {}),
    dash: authenticatorWithFlags('dash', {
      '--oidc-username-claim': 'name',
      '--oidc-username-prefix': '-',
      '--oidc-required-claim': 'tier=gold',
    }),
    named: authenticatorWithFlags('named', { '--oidc-username-claim': 'name' }),
    email: authenticatorWithFlags('email', { '--oidc-username-claim': 'email' }),
  }
  const server = sharedServer(async () => {
    const oidcHost = await host()
    const content = authenticationConfiguration({ jwt: fileEntries(oidcHost) })
    return {
      peers: [oidcHost],
      flags: { ...withoutAnonymousUsers, '--authentication-config': file('authentication.yaml', content) },
    }
  })
  const fileAuthenticator = (name: EquivalentName): Authenticator => new Authenticator(name, { server, host })
  return {
    expectSameUser: async (name) => {
      const user = await flagAuthenticators[name].userOf(await flagAuthenticators[name].mint())

      expect(await fileAuthenticator(name).userOf(await flagAuthenticators[name].mint())).toEqual(user)
    },
    expectBothRefuse: async (name, change) => {
      await flagAuthenticators[name].user()
      await fileAuthenticator(name).userOf(await flagAuthenticators[name].mint())

      await flagAuthenticators[name].expectRefused(await flagAuthenticators[name].mint(change))
      await fileAuthenticator(name).expectRefused(await flagAuthenticators[name].mint(change))
    },
  }
}

function fileEntries(running: OidcHost): object[] {
  const entry = (name: EquivalentName, username: { claim: string; prefix: string }) =>
    withMappings(plainAuthenticator(running.issuer(name)), { username })
  return [
    entry('plain', { claim: 'sub', prefix: `${running.issuer('plain').url}#` }),
    {
      ...entry('dash', { claim: 'name', prefix: '' }),
      claimValidationRules: [{ claim: 'tier', requiredValue: 'gold' }],
    },
    entry('named', { claim: 'name', prefix: `${running.issuer('named').url}#` }),
    entry('email', { claim: 'email', prefix: '' }),
  ]
}
