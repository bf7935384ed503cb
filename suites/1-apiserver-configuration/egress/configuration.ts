import { shared } from '#harness/check/shared.ts'
import { type Flags, pem } from '#harness/launch/flags.ts'
import type { TunnelProxy, TunnelProxyOptions } from '#mocks/tunnel-proxy/index.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { sharedPeer } from '../../shared/peers.ts'

/** A Connection of document 1; open, because checks also write what it must not hold. */
export type Connection = Readonly<Record<string, unknown>>

/** An EgressSelectorConfiguration file in the documents' words, one selection per name. */
export function egressConfiguration(selections: Readonly<Record<string, Connection>>): object {
  return {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: Object.entries(selections).map(([name, connection]) => ({ name, connection })),
  }
}

/** The flag that names such a file. */
export function egressFlag(selections: Readonly<Record<string, Connection>>): Flags {
  return configurationFlag('egress', egressConfiguration(selections))
}

/** The connection that leads to a proxy; `tlsConfig` where it is reached by TLS. */
export function connectionTo(
  { protocol, url, socketPath }: Pick<TunnelProxy, 'protocol' | 'url' | 'socketPath'>,
  tlsConfig?: object,
): Connection {
  const transport =
    socketPath === undefined
      ? { tcp: { url, ...(tlsConfig && { tlsConfig }) } }
      : { uds: { udsName: socketPath } }
  return { proxyProtocol: protocol === 'grpc' ? 'GRPC' : 'HTTPConnect', transport }
}

/** The common name of the certificate that servers show to proxies. */
export const proxyClient = 'api-server-towards-the-proxy'

/** A TLSConfig with a client certificate that proxies trust; without a bundle it names no CA. */
export async function tlsConfig(caBundle?: string): Promise<object> {
  const { issueClient } = await import('#mocks/tls/index.ts')
  const client = await issueClient({ commonName: proxyClient })
  files += 1
  return {
    ...(caBundle !== undefined && { caBundle: pem(`proxy-${files}.ca.crt`, caBundle) }),
    clientKey: pem(`proxy-${files}.key`, client.key),
    clientCert: pem(`proxy-${files}.crt`, client.certificate),
  }
}
let files = 0

/** Proxies for all checks of a file, by a name for each, started by the first check that needs them. */
export function sharedProxies<Name extends string>(
  wanted: Readonly<Record<Name, TunnelProxyOptions | (() => Promise<TunnelProxyOptions>)>>,
): () => Promise<Readonly<Record<Name, TunnelProxy>>> {
  return shared(
    () => startAll(wanted),
    (running) => Promise.all(Object.values<TunnelProxy>(running).map((proxy) => proxy.stop())),
  )
}

async function startAll<Name extends string>(
  wanted: Readonly<Record<Name, TunnelProxyOptions | (() => Promise<TunnelProxyOptions>)>>,
): Promise<Readonly<Record<Name, TunnelProxy>>> {
  const { startTunnelProxy } = await import('#mocks/tunnel-proxy/index.ts')
  const all = Object.entries<TunnelProxyOptions | (() => Promise<TunnelProxyOptions>)>(wanted)
  const entries = all.map(async ([name, options]) => {
    const proxy = await startTunnelProxy(typeof options === 'function' ? await options() : options)
    return [name, proxy] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, TunnelProxy>
}

/** One proxy for all checks of a file. */
export function sharedProxy(): () => Promise<TunnelProxy> {
  return sharedPeer(async () => (await import('#mocks/tunnel-proxy/index.ts')).startTunnelProxy())
}

/** The addresses that a proxy was asked to connect with, as the client spelled them. */
export function dialled({ journal }: Pick<TunnelProxy, 'journal'>): readonly string[] {
  return journal.flatMap(({ address }) => (address === undefined ? [] : [address]))
}
