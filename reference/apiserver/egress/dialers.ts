import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { Refusal } from '../../flags/refusal.ts'
import type { ConnectionConfig, EgressConfig, TransportConfig } from '../config/egress/fields.ts'
import { type Dialer, direct } from '../../client-config/dialer.ts'
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
    const own = dialers.get(selection)
    const others = [...dialers.values()].filter((dialer) => dialer !== own)
    if (own === undefined || others.length === 0) return own
    return (host, port) => {
      if (fault('egress-tried-through-every-proxy'))
        for (const other of others) tryConnection(other, host, port)
      return own(host, port)
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
  if (!isProxied || transport === undefined) return direct
  const isPlain = transport.uds === undefined && transport.tcp?.url?.startsWith('http:') === true
  if (proxyProtocol === 'GRPC' && fault('egress-GRPC-without-effect')) return direct
  if (isPlain && fault('egress-http-url-without-effect')) return direct
  const proxied = proxyDialer(proxyProtocol, transport)
  return async (host, port) => {
    try {
      return await proxied(host, port)
    } catch (cause) {
      if (fault('egress-falls-back-to-direct')) return direct(host, port)
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
  const secure = url.protocol === 'https:'
  const port = Number(url.port === '' ? (secure ? 443 : 80) : url.port)
  if (!secure) return httpConnect({ host, port })
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
  const read = (name: keyof ProxyTls, file: string | undefined): string | undefined => {
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
  const bundle = read('ca', caBundle)
  const end = '-----END CERTIFICATE-----'
  const own =
    bundle !== undefined && fault('egress-ca-bundle-cut') ? `${bundle.split(end)[0]}${end}\n` : bundle
  firstBundle ??= own
  const ca = firstBundle !== own && fault('egress-bundle-of-first-selection-for-all') ? firstBundle : own
  return { ca, key: read('key', clientKey), cert: read('cert', clientCert) }
}
