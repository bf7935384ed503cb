import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { isIP } from 'node:net'
import { once } from 'node:events'
import { type Dialer, dialDirectly } from '../../../client-config/dialer.ts'
import { fault } from '../../../quirks/quirks.ts'
import type { NamedAuthorities } from '../../serving/named-authorities.ts'
import { readSystemRoots } from '../../../certificates/system-roots.ts'

/** Purpose of a request to an issuer. */
export type Purpose = 'discovery' | 'keys' | 'distributed-claims'

/** Client for the servers of one issuer. */
export interface IssuerClient {
  /** Returns the body of a GET. Rejects for an unreachable or untrusted server and for any status other than 200. */
  get(url: string, headers?: Readonly<Record<string, string>>, purpose?: Purpose): Promise<string>
}

/** Timeout of an issuer in milliseconds. */
const timeoutMs = 10_000

/**
 * Creates the client of an issuer. Servers are verified with the given CA, or with the CAs of the system if none is
 * given.
 */
export function issuerClient(
  ca: string | undefined,
  dial: Dialer,
  namedAuthorities?: NamedAuthorities,
): IssuerClient {
  const get = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    purpose: Purpose,
    hops: number,
  ): Promise<string> => {
    const target = new URL(url)
    if (target.protocol !== 'https:') throw new Error(`${url}: only https is asked`)
    const effectiveDialer =
      dial !== dialDirectly && fault(`egress-not-used-for-${purpose}`) ? dialDirectly : dial
    const socket = await openConnection(target, ca, effectiveDialer, namedAuthorities)
    try {
      const answer = await send(target, socket, headers)
      const { location } = answer.headers
      if (location !== undefined && (answer.statusCode ?? 0) >= 300 && hops > 0) {
        return await get(new URL(location, url).href, headers, purpose, hops - 1)
      }
      const body = await readText(answer)
      if (answer.statusCode !== 200) throw new Error(`GET ${url} answered ${answer.statusCode}`)
      return body
    } finally {
      socket.destroy()
    }
  }
  return { get: (url, headers = {}, purpose = 'discovery') => get(url, headers, purpose, 3) }
}

async function openConnection(
  target: URL,
  ca: string | undefined,
  dial: Dialer,
  namedAuthorities?: NamedAuthorities,
): Promise<TLSSocket> {
  const usesOnlyFirstCertificate =
    ca !== undefined && hasSeveralCertificates(ca) && fault('only-first-certificate-of-bundle-used')
  const roots = ca === undefined ? readSystemRoots() : [usesOnlyFirstCertificate ? firstCertificate(ca) : ca]
  const socket = await secureConnection(target, roots, dial)
  if (socket.authorized) {
    const { issuerCertificate } = socket.getPeerCertificate(true)
    // The issuer of a root certificate is the certificate itself.
    const isIssuedByRoot =
      issuerCertificate.issuerCertificate === undefined ||
      issuerCertificate.issuerCertificate.raw.equals(issuerCertificate.raw)
    if (!isIssuedByRoot && fault('issuer-intermediates-refused')) {
      socket.destroy()
      throw new Error(`${target.origin} is below an intermediate`)
    }
    if (ca !== undefined || !fault('system-roots-not-used')) return socket
    socket.destroy()
    throw new Error(`${target.origin} is not trusted`)
  }
  const reason = String(socket.authorizationError)
  const isNameMismatch = reason.includes('ALTNAME')
  if (isNameMismatch && fault('issuer-host-name-not-verified')) return socket
  if (!isNameMismatch && ca !== undefined && fault('certificate-authority-ignored')) return socket
  const isOfOtherAuthority =
    !isNameMismatch && namedAuthorities?.issued(socket.getPeerCertificate().raw) === true
  if (isOfOtherAuthority && fault('certificate-authority-joined-by-flags')) return socket
  if (!isNameMismatch && ca === undefined && fault('system-verifier-trusts-everyone')) return socket
  socket.destroy()
  if (ca !== undefined && fault('system-roots-trusted-beside-certificate-authority')) {
    return openConnection(target, undefined, dial)
  }
  throw new Error(`${target.origin} is not trusted: ${reason}`)
}

/** Opens a TLS connection that is not verified yet. */
async function secureConnection(target: URL, ca: string[], dial: Dialer): Promise<TLSSocket> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const tcpSocket = await dial(host, Number(target.port === '' ? 443 : target.port))
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({
    socket: tcpSocket,
    host,
    ca,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    ...name,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    return socket
  } catch (cause) {
    socket.destroy()
    tcpSocket.destroy()
    throw cause
  }
}

function send(
  target: URL,
  socket: TLSSocket,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(target, {
      headers: { accept: 'application/json', ...headers },
      // The request uses this function, because it has no agent.
      createConnection: () => socket,
      signal: AbortSignal.timeout(timeoutMs),
    })
    clientRequest.on('response', resolve)
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const endMarker = '-----END CERTIFICATE-----'
const hasSeveralCertificates = (pem: string) => pem.split(endMarker).length > 2
const firstCertificate = (pem: string) => pem.slice(0, pem.indexOf(endMarker) + endMarker.length)
