import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { Refusal } from '../../flags/refusal.ts'
import type { ConnectionConfig, EgressConfig, TransportConfig } from '../config/egress/fields.ts'
import { type Dialer, dialDirectly } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Egress } from './egress.ts'
import { grpcTunnel } from './grpc-tunnel.ts'
import { httpConnect, type ProxyAddress, type ProxyTls } from './http-connect.ts'

/** Creates the dialers of a valid configuration. Throws a Refusal for an unreadable file. */
export function dialersOf({ egressSelections = [] }: EgressConfig): Egress {
  const dialers = new Map<string, Dialer>()
  for (const { name = '', connection } of egressSelections) {
    const alias = name === 'master' && !fault('egress-master-without-effect') ? 'controlplane' : name
    if (connection !== undefined && !dialers.has(alias)) dialers.set(alias, dialerOf(connection))
  }
  return (selection) => {
    const selectedDialer = dialers.get(selection)
    const otherDialers = [...dialers.values()].filter((dialer) => dialer !== selectedDialer)
    if (selectedDialer === undefined || otherDialers.length === 0) return selectedDialer
    return (host, port) => {
      if (fault('egress-tried-through-every-proxy'))
        for (const otherDialer of otherDialers) tryConnection(otherDialer, host, port)
      return selectedDialer(host, port)
    }
  }
}

function tryConnection(dialer: Dialer, host: string, port: number): void {
  dialer(host, port).then(
    (connection) => connection.destroy(),
    () => {},
  )
}

function dialerOf({ proxyProtocol, transport }: ConnectionConfig): Dialer {
  const isProxied = proxyProtocol === 'HTTPConnect' || proxyProtocol === 'GRPC'
  if (!isProxied || transport === undefined) return dialDirectly
  const isPlainTcp = transport.uds === undefined && transport.tcp?.url?.startsWith('http:') === true
  if (proxyProtocol === 'GRPC' && fault('egress-GRPC-without-effect')) return dialDirectly
  if (isPlainTcp && fault('egress-http-url-without-effect')) return dialDirectly
  const dialThroughProxy = proxyDialer(proxyProtocol, transport)
  return async (host, port) => {
    try {
      return await dialThroughProxy(host, port)
    } catch (cause) {
      if (fault('egress-falls-back-to-direct')) return dialDirectly(host, port)
      throw cause
    }
  }
}

function proxyDialer(protocol: 'HTTPConnect' | 'GRPC', { tcp, uds }: TransportConfig): Dialer {
  if (uds !== undefined) {
    const path = (uds.udsName ?? '').replace(/^unix:(\/\/)?/, '')
    return protocol === 'GRPC' ? grpcTunnel(path) : httpConnect({ path })
  }
  if (tcp?.url === undefined || !URL.canParse(tcp.url)) {
    return () => Promise.reject(new Error('there is no address of a proxy'))
  }
  const url = new URL(tcp.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHttps = url.protocol === 'https:'
  const port = Number(url.port === '' ? (isHttps ? 443 : 80) : url.port)
  if (!isHttps) return httpConnect({ host, port })
  const { caBundle, clientKey, clientCert } = tcp?.tlsConfig ?? {}
  const address: ProxyAddress = {
    host,
    port,
    tls: readTls({ caBundle, clientKey, clientCert }),
  }
  return httpConnect(address)
}

type TlsFiles = Pick<
  NonNullable<NonNullable<TransportConfig['tcp']>['tlsConfig']>,
  'caBundle' | 'clientKey' | 'clientCert'
>

/** CA bundle that a fault uses for every selection. */
let firstBundle: string | undefined

/** Reads the files of a tlsConfig. Throws a Refusal for a file without content that TLS can use. */
function readTls({ caBundle, clientKey, clientCert }: TlsFiles): ProxyTls {
  const readFileOf = (name: keyof ProxyTls, file: string | undefined): string | undefined => {
    if (file === undefined || file === '') return undefined
    try {
      const content = readFileSync(file, 'utf8')
      if (!content.includes('-----BEGIN ')) throw new Error('is no PEM')
      createSecureContext({ [name]: content })
      return content
    } catch (cause) {
      if (fault('egress-file-unusable-accepted')) return undefined
      throw new Refusal(`${file}: cannot be used (${(cause as Error).message})`, { cause })
    }
  }
  const bundle = readFileOf('ca', caBundle)
  const endMarker = '-----END CERTIFICATE-----'
  const effectiveBundle =
    bundle !== undefined && fault('egress-ca-bundle-cut')
      ? `${bundle.split(endMarker)[0]}${endMarker}\n`
      : bundle
  firstBundle ??= effectiveBundle
  const ca =
    firstBundle !== effectiveBundle && fault('egress-bundle-of-first-selection-for-all')
      ? firstBundle
      : effectiveBundle
  return { ca, key: readFileOf('key', clientKey), cert: readFileOf('cert', clientCert) }
}
