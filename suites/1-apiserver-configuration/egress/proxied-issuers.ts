import { expect } from '#harness/check/expect.ts'
import { until } from '#harness/machine/until.ts'
import type { TunnelProxy } from '#mocks/tunnel-proxy/index.ts'
import { withIssuer } from '../../shared/authentication/configuration.ts'
import type { Authenticator } from '../../shared/authentication/authenticator.ts'
import { AuthenticatorServers, type AuthenticatorSpec } from '../../shared/authentication/authenticators.ts'
import { expectTurnedAway } from '../../shared/authentication/turned-away.ts'
import { type Connection, egressFlag } from './configuration.ts'

// A server that could not use a proxy at first tries again after some seconds.
const triedWithinMs = 15_000

/** An issuer for each selection that may carry its traffic. */
export type ProxiedIssuers = Readonly<Record<'controlplane' | 'cluster', Authenticator>>

/** What the servers of proxied issuers are started with. */
export interface ProxiedWorld {
  /** The beginning of the names of the issuers. */
  readonly name: string
  readonly proxies: () => Promise<Readonly<Record<string, TunnelProxy>>>
  readonly selections: () => Promise<Partial<Record<'controlplane' | 'master' | 'cluster', Connection>>>
  readonly env?: () => Promise<Readonly<Record<string, string>>>
}

/** Two issuers, one behind each selection, on a server that no other issuers share. */
export function proxiedIssuers({ name, proxies, selections, env }: ProxiedWorld): ProxiedIssuers {
  const servers = new AuthenticatorServers({
    beside: async () => ({
      peers: Object.values(await proxies()),
      flags: egressFlag(await selections()),
      ...(env && { env: await env() }),
    }),
  })
  return servers.authenticators(name, { controlplane: alone('controlplane'), cluster: alone('cluster') })
}

/** An issuer with a listener of its own, so that a proxy's journal tells whose traffic it carried. */
function alone(egressSelectorType: string): AuthenticatorSpec {
  return async (plain, _issuer, { host, neighbour }) =>
    withIssuer(plain, { url: neighbour('listener', await host.listen()).url, egressSelectorType })
}

/** A user of the issuer is known, and the proxy carried what that took. */
export async function expectCarried(issuer: Authenticator, proxy: TunnelProxy): Promise<void> {
  expect(await issuer.user({ sub: 'alice' })).toMatchObject({ username: 'alice' })
  const { host } = new URL((await issuer.issuer()).url)
  const used = proxy.journal.filter(
    ({ address, sentBytes, receivedBytes }) => address === host && sentBytes > 0 && receivedBytes > 0,
  )
  expect(used.length, 'connections that carried bytes both ways').toBeGreaterThan(0)
}

/** The server came to the proxy and asked it for nothing; without it there is no way to the issuer. */
export async function expectDistrusted(issuer: Authenticator, proxy: TunnelProxy): Promise<void> {
  const isTried = async (): Promise<boolean> => {
    await issuer.present(await issuer.mint())
    return proxy.journal.length > 0
  }
  await until(isTried, { withinMs: triedWithinMs, what: 'the proxy was tried' })

  expectTurnedAway(await issuer.present(await issuer.mint()))
  expect(proxy.journal.filter(({ kind }) => kind === 'dial')).toEqual([])
}
