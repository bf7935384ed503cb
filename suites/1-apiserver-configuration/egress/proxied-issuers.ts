import { expect, until } from '#kit'
import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { withIssuer } from '../../shared/authentication/configuration.ts'
import type { Authenticator } from '../../shared/authentication/authenticator.ts'
import { AuthenticatorServers, type AuthenticatorSpec } from '../../shared/authentication/authenticators.ts'
import { expectUnauthenticated } from '../../shared/authentication/expect-unauthenticated.ts'
import { type Connection, egressFlag } from './configuration.ts'

// Long enough for a server to retry a proxy that it could not use.
const triedWithinMs = 15_000

/** Issuer for each selection that may carry its traffic. */
export type ProxiedIssuers = Readonly<Record<'controlplane' | 'cluster', Authenticator>>

/** Start options for the servers of proxied issuers. */
export interface ProxiedFixture {
  /** Prefix of the names of the issuers. */
  readonly name: string
  readonly proxies: () => Promise<Readonly<Record<string, TunnelProxy>>>
  readonly selections: () => Promise<Partial<Record<'controlplane' | 'master' | 'cluster', Connection>>>
  readonly env?: () => Promise<Readonly<Record<string, string>>>
}

/** Returns two issuers, one behind each selection, on a server without other issuers. */
export function proxiedIssuers({ name, proxies, selections, env }: ProxiedFixture): ProxiedIssuers {
  const servers = new AuthenticatorServers({
    extraSpec: async () => ({
      peers: Object.values(await proxies()),
      flags: egressFlag(await selections()),
      ...(env && { env: await env() }),
    }),
  })
  return servers.authenticators(name, {
    controlplane: issuerNamed('controlplane'),
    cluster: issuerNamed('cluster'),
  })
}

/** Returns an issuer with a separate listener, so that a proxy's journal shows which traffic it carried. */
function issuerNamed(egressSelectorType: string): AuthenticatorSpec {
  return async (plain, _issuer, { host, neighbour }) =>
    withIssuer(plain, { url: neighbour('listener', await host.listen()).url, egressSelectorType })
}

/** Expects that a token of the issuer is accepted, and that the proxy carried its traffic. */
export async function expectProxied(issuer: Authenticator, proxy: TunnelProxy): Promise<void> {
  expect(await issuer.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  const { host } = new URL((await issuer.issuer()).url)
  const usedConnections = proxy.journal.filter(
    ({ address, sentBytes, receivedBytes }) => address === host && sentBytes > 0 && receivedBytes > 0,
  )
  expect(usedConnections.length, 'connections that carried bytes both ways').toBeGreaterThan(0)
}

/** Expects that the server connected to the proxy without a request. The issuer is not reachable in another way. */
export async function expectUntrusted(issuer: Authenticator, proxy: TunnelProxy): Promise<void> {
  const isTried = async (): Promise<boolean> => {
    await issuer.present(await issuer.mint())
    return proxy.journal.length > 0
  }
  await until(isTried, { withinMs: triedWithinMs, what: 'the proxy was tried' })

  expectUnauthenticated(await issuer.present(await issuer.mint()))
  expect(proxy.journal.filter(({ kind }) => kind === 'dial')).toEqual([])
}
