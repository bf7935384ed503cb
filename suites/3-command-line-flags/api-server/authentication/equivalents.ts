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

type Name = 'plain' | 'dash' | 'named' | 'email'

/** The same four authenticators by flags, on a server each, and by the file, all on one server. */
export interface Equivalents {
  /** Expects that flags and file yield the same user. */
  expectSameUser(name: Name): Promise<void>
  /** Expects that both accept the tokens, and that both reject those with changed claims. */
  expectBothRefuse(name: Name, change: Claims): Promise<void>
}

/** Declares the servers. Each starts with the first check that needs it. */
export function equivalents(): Equivalents {
  const host = sharedOidcHost()
  const withFlags = (name: Name, flags: Flags): Authenticator =>
    flagAuthenticator(host, name, { flags, claims })
  const byFlags: Readonly<Record<Name, Authenticator>> = {
    plain: withFlags('plain', {}),
    dash: withFlags('dash', {
      '--oidc-username-claim': 'name',
      '--oidc-username-prefix': '-',
      '--oidc-required-claim': 'tier=gold',
    }),
    named: withFlags('named', { '--oidc-username-claim': 'name' }),
    email: withFlags('email', { '--oidc-username-claim': 'email' }),
  }
  const server = sharedServer(async () => {
    const running = await host()
    const content = authenticationConfiguration({ jwt: fileEntries(running) })
    return {
      peers: [running],
      flags: { ...withoutAnonymousUsers, '--authentication-config': file('authentication.yaml', content) },
    }
  })
  const byFile = (name: Name): Authenticator => new Authenticator(name, { server, host })
  return {
    expectSameUser: async (name) => {
      const user = await byFlags[name].userOf(await byFlags[name].mint())

      expect(await byFile(name).userOf(await byFlags[name].mint())).toEqual(user)
    },
    expectBothRefuse: async (name, change) => {
      await byFlags[name].user()
      await byFile(name).userOf(await byFlags[name].mint())

      await byFlags[name].expectRefused(await byFlags[name].mint(change))
      await byFile(name).expectRefused(await byFlags[name].mint(change))
    },
  }
}

function fileEntries(running: OidcHost): object[] {
  const entry = (name: Name, username: { claim: string; prefix: string }) =>
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
