import type { X509Certificate } from 'node:crypto'
import { connect, type ConnectionOptions, type SecureVersion, type TLSSocket } from 'node:tls'
import { messageOf } from '../errors.ts'
import { tooLate, unanswered } from './outcome.ts'

/** What a client offers in one TLS handshake; what is left out is the runtime's own offer. */
export interface Offer {
  /** An address of this machine; default 127.0.0.1. */
  readonly host?: string
  readonly port: number
  /** The name that is asked for; left out, none is. */
  readonly servername?: string
  /** The only version that is offered. */
  readonly version?: SecureVersion
  /** Cipher suites as OpenSSL spells them, with colons between. */
  readonly ciphers?: string
  /** Protocols to be spoken over the connection. */
  readonly alpn?: readonly string[]
}

/** What became of a handshake. */
export type Handshake = Agreed | Refused

/** A handshake that both sides finished, and what they agreed on. */
export interface Agreed {
  readonly agreed: true
  /** `TLSv1.2` and its like. */
  readonly version: string
  /** The cipher suite's registered name. */
  readonly suite: string
  /** The protocol over the connection; nothing where none was agreed on. */
  readonly alpn?: string
  /** What the server sent, its own certificate first. */
  readonly chain: readonly X509Certificate[]
}

/** A handshake that came to nothing. */
export interface Refused {
  readonly agreed: false
  /** `alert`: the server said no. `unreachable`: nothing listens there. `cut`: the connection ended without a word. */
  readonly how: 'alert' | 'unreachable' | 'cut' | 'silent'
  readonly error: string
}

/** No server takes longer for a handshake, however busy it is. */
const withinMs = 10_000

// What OpenSSL no longer offers by itself must be there to be refused by the server.
const everyCipher = 'ALL:@SECLEVEL=0'

/** One TLS handshake on a connection of its own, which is closed again; whether the certificate is trusted is not looked at. */
export function handshake(offer: Offer): Promise<Handshake> {
  const socket = connect(optionsOf(offer))
  return new Promise((resolve) => {
    const limit = setTimeout(() => socket.destroy(tooLate(withinMs)), withinMs)
    const end = (handshake: Handshake): void => {
      clearTimeout(limit)
      socket.destroy()
      resolve(handshake)
    }
    socket.once('error', (thrown) => end(refused(thrown)))
    socket.once('close', () => end({ agreed: false, how: 'cut', error: 'closed' }))
    socket.once('secureConnect', () => end(agreed(socket)))
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
    // Without roots, the chain is what the server sent.
    ca: [],
    ...(servername !== undefined && { servername }),
    ...(version !== undefined && { minVersion: version, maxVersion: version }),
    ciphers: ciphers === undefined ? everyCipher : suitesOf(ciphers, version),
    ...(alpn !== undefined && { ALPNProtocols: [...alpn] }),
  }
}

function suitesOf(ciphers: string, version: SecureVersion | undefined): string {
  return version === 'TLSv1.3' ? ciphers : `${ciphers}:@SECLEVEL=0`
}

function agreed(socket: TLSSocket): Agreed {
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
  const chain: X509Certificate[] = []
  for (let one = leaf; one !== undefined && one !== chain.at(-1); one = one.issuerCertificate) {
    // A certificate that signed itself is its own issuer.
    if (chain.at(-1)?.fingerprint256 === one.fingerprint256) break
    chain.push(one)
  }
  return chain
}

function refused(thrown: unknown): Refused {
  const { kind, error } = unanswered(thrown, false)
  const text = messageOf(thrown)
  if (/alert/i.test(`${error} ${text}`)) return { agreed: false, how: 'alert', error: text }
  const how = kind === 'refused' ? 'unreachable' : kind
  return { agreed: false, how, error }
}
