import type { X509Certificate } from 'node:crypto'
import { connect, type ConnectionOptions, type SecureVersion, type TLSSocket } from 'node:tls'
import { messageOf } from '../errors.ts'
import { timeoutError, unansweredRequest } from './response.ts'

/** Offer of a client in one TLS handshake. Omitted fields have the default of the runtime. */
export interface Offer {
  /** An address of this machine; default 127.0.0.1. */
  readonly host?: string
  readonly port: number
  /** Requested server name; none by default. */
  readonly servername?: string
  /** The only offered version. */
  readonly version?: SecureVersion
  /** Cipher suites in OpenSSL spelling, separated by colons. */
  readonly ciphers?: string
  /** Offered application protocols. */
  readonly alpn?: readonly string[]
}

/** Result of a handshake. */
export type Handshake = AgreedHandshake | RejectedHandshake

/** A completed handshake with the agreed parameters. */
export interface AgreedHandshake {
  readonly agreed: true
  /** Agreed version, such as `TLSv1.2`. */
  readonly version: string
  /** Registered name of the cipher suite. */
  readonly suite: string
  /** Agreed application protocol; omitted if there is none. */
  readonly alpn?: string
  /** Certificates of the server, the leaf first. */
  readonly chain: readonly X509Certificate[]
}

/** A failed handshake. */
export interface RejectedHandshake {
  readonly agreed: false
  /**
   * `alert`: the server rejected the handshake. `unreachable`: no server listens there. `cut`: the connection ended
   * without a response. `silent`: the time limit passed.
   */
  readonly how: 'alert' | 'unreachable' | 'cut' | 'silent'
  readonly error: string
}

/** Time limit of a handshake with a busy server. */
const withinMs = 10_000

// Ciphers that OpenSSL no longer offers by default must be enabled, so that the server can reject them.
const allCiphers = 'ALL:@SECLEVEL=0'

/**
 * Performs one TLS handshake on a separate connection, which is then closed. The trust of the certificate is not
 * checked.
 */
export function handshake(offer: Offer): Promise<Handshake> {
  const socket = connect(optionsOf(offer))
  return new Promise((resolve) => {
    const limitTimer = setTimeout(() => socket.destroy(timeoutError(withinMs)), withinMs)
    const finish = (handshake: Handshake): void => {
      clearTimeout(limitTimer)
      socket.destroy()
      resolve(handshake)
    }
    socket.once('error', (thrown) => finish(rejectedHandshake(thrown)))
    socket.once('close', () => finish({ agreed: false, how: 'cut', error: 'closed' }))
    socket.once('secureConnect', () => finish(agreedHandshake(socket)))
  })
}

function optionsOf({
  host = '127.0.0.1',
  port,
  servername,
  version,
  ciphers,
  alpn,
}: Offer): ConnectionOptions {
  return {
    host,
    port,
    rejectUnauthorized: false,
    // Without roots, the chain contains only certificates of the server.
    ca: [],
    ...(servername !== undefined && { servername }),
    ...(version !== undefined && { minVersion: version, maxVersion: version }),
    ciphers: ciphers === undefined ? allCiphers : suitesOf(ciphers, version),
    ...(alpn !== undefined && { ALPNProtocols: [...alpn] }),
  }
}

function suitesOf(ciphers: string, version: SecureVersion | undefined): string {
  return version === 'TLSv1.3' ? ciphers : `${ciphers}:@SECLEVEL=0`
}

function agreedHandshake(socket: TLSSocket): AgreedHandshake {
  const { alpnProtocol } = socket
  return {
    agreed: true,
    version: socket.getProtocol() ?? '',
    suite: socket.getCipher().standardName,
    ...(typeof alpnProtocol === 'string' && { alpn: alpnProtocol }),
    chain: chainOf(socket.getPeerX509Certificate()),
  }
}

function chainOf(leaf: X509Certificate | undefined): X509Certificate[] {
  const certificates: X509Certificate[] = []
  for (
    let certificate = leaf;
    certificate !== undefined && certificate !== certificates.at(-1);
    certificate = certificate.issuerCertificate
  ) {
    // A self-signed certificate is its own issuer.
    if (certificates.at(-1)?.fingerprint256 === certificate.fingerprint256) break
    certificates.push(certificate)
  }
  return certificates
}

function rejectedHandshake(thrown: unknown): RejectedHandshake {
  const { kind, error } = unansweredRequest(thrown, false)
  const text = messageOf(thrown)
  if (/alert/i.test(`${error} ${text}`)) return { agreed: false, how: 'alert', error: text }
  const kindOfRejection = kind === 'refused' ? 'unreachable' : kind
  return { agreed: false, how: kindOfRejection, error }
}
