import { shared } from '#kit'
import { type Flags, pem } from '#kit/launch.ts'
import type { TunnelProxy, TunnelProxyOptions } from '#mocks/tunnel-proxy/index.ts'
import { configurationFlag } from '../../shared/configuration/kinds.ts'
import { sharedPeer } from '../../shared/peers.ts'

/** Connection of document 1. The type is open, because checks also write invalid members. */
export type Connection = Readonly<Record<string, unknown>>

/** Returns an EgressSelectorConfiguration file in the terms of the documents, one selection per name. */
export function egressConfiguration(selections: Readonly<Record<string, Connection>>): object {
  return {
    apiVersion: 'apiserver.orch.io/v1alpha1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: Object.entries(selections).map(([name, connection]) => ({ name, connection })),
  }
}

/** Returns the flag that names an EgressSelectorConfiguration file. */
export function egressFlag(selections: Readonly<Record<string, Connection>>): Flags {
  return configurationFlag('egress', egressConfiguration(selections))
}

/** Returns the connection to a proxy, with `tlsConfig` for TLS. */
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

/** Common name of the certificate that servers present to proxies. */
export const proxyClient = 'api-server-towards-the-proxy'

/**
 * Returns a TLSConfig with a client certificate that proxies trust unless it is expired. Without a bundle, the
 * TLSConfig names no CA.
 */
export async function tlsConfig(caBundle?: string, isExpired = false): Promise<object> {
  const { issueClient } = await import('#mocks/tls/index.ts')
  const client = await issueClient({ commonName: proxyClient, isExpired })
  fileCount += 1
  return {
    ...(caBundle !== undefined && { caBundle: pem(`proxy-${fileCount}.ca.crt`, caBundle) }),
    clientKey: pem(`proxy-${fileCount}.key`, client.key),
    clientCert: pem(`proxy-${fileCount}.crt`, client.certificate),
  }
}
let fileCount = 0

/** Returns named proxies for all checks of a file, started by the first check that needs them. */
export function sharedProxies<Name extends string>(
  wanted: Readonly<Record<Name, TunnelProxyOptions | (() => Promise<TunnelProxyOptions>)>>,
): () => Promise<Readonly<Record<Name, TunnelProxy>>> {
  return shared(
    () => startProxies(wanted),
    (running) => Promise.all(Object.values<TunnelProxy>(running).map((proxy) => proxy.stop())),
  )
}

async function startProxies<Name extends string>(
  wanted: Readonly<Record<Name, TunnelProxyOptions | (() => Promise<TunnelProxyOptions>)>>,
): Promise<Readonly<Record<Name, TunnelProxy>>> {
  const { startTunnelProxy } = await import('#mocks/tunnel-proxy/index.ts')
  const proxyOptions = Object.entries<TunnelProxyOptions | (() => Promise<TunnelProxyOptions>)>(wanted)
  const entries = proxyOptions.map(async ([name, options]) => {
    const proxy = await startTunnelProxy(typeof options === 'function' ? await options() : options)
    return [name, proxy] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, TunnelProxy>
}

/** Returns one proxy for all checks of a file. */
export function sharedProxy(): () => Promise<TunnelProxy> {
  return sharedPeer(async () => (await import('#mocks/tunnel-proxy/index.ts')).startTunnelProxy())
}

/** Returns the addresses in connect requests to a proxy, as the client spelled them. */
export function dialedAddresses({ journal }: Pick<TunnelProxy, 'journal'>): readonly string[] {
  return journal.flatMap(({ address }) => (address === undefined ? [] : [address]))
}
