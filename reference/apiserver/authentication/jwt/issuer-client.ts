import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { isIP } from 'node:net'
import { once } from 'node:events'
import { type Dialer, direct } from '../../../client-config/dialer.ts'
import { fault } from '../../../quirks/quirks.ts'
import type { NamedAuthorities } from '../../serving/named-authorities.ts'
import { systemRoots } from '../../../certificates/system-roots.ts'

/** Purpose of a request to an issuer. */
export type Purpose = 'discovery' | 'keys' | 'distributed-claims'

/** Client for the servers of one issuer. */
export interface IssuerClient {
  /** Returns the body of a GET. Rejects for an unreachable or untrusted server and for any status other than 200. */
  get(url: string, headers?: Readonly<Record<string, string>>, purpose?: Purpose): Promise<string>
}

/** Timeout of an issuer in milliseconds. */
const timeoutMs = 10_000

/** Creates the client of an issuer. Servers are verified with the CA or, without one, with those of the system. */
export function issuerClient(ca: string | undefined, dial: Dialer, named?: NamedAuthorities): IssuerClient {
  const get = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    purpose: Purpose,
    hops: number,
  ): Promise<string> => {
    const target = new URL(url)
    if (target.protocol !== 'https:') throw new Error(`${url}: only https is asked`)
    const used = dial !== direct && fault(`egress-not-used-for-${purpose}`) ? direct : dial
    const socket = await connection(target, ca, used, named)
    try {
      const answer = await send(target, socket, headers)
      const { location } = answer.headers
      if (location !== undefined && (answer.statusCode ?? 0) >= 300 && hops > 0) {
        return await get(new URL(location, url).href, headers, purpose, hops - 1)
      }
      const body = await text(answer)
      if (answer.statusCode !== 200) throw new Error(`GET ${url} answered ${answer.statusCode}`)
      return body
    } finally {
      socket.destroy()
    }
  }
  return { get: (url, headers = {}, purpose = 'discovery') => get(url, headers, purpose, 3) }
}

async function connection(
  target: URL,
  ca: string | undefined,
  dial: Dialer,
  named?: NamedAuthorities,
): Promise<TLSSocket> {
  const single = ca !== undefined && several(ca) && fault('only-first-certificate-of-bundle-used')
  const roots = ca === undefined ? systemRoots() : [single ? first(ca) : ca]
  const socket = await secureConnection(target, roots, dial)
  if (socket.authorized) {
    const { issuerCertificate: middle } = socket.getPeerCertificate(true)
    // A root certificate is issued by itself.
    const isDirect = middle.issuerCertificate === undefined || middle.issuerCertificate.raw.equals(middle.raw)
    if (!isDirect && fault('issuer-intermediates-refused')) {
      socket.destroy()
      throw new Error(`${target.origin} is below an intermediate`)
    }
    if (ca !== undefined || !fault('system-roots-not-used')) return socket
    socket.destroy()
    throw new Error(`${target.origin} is not trusted`)
  }
  const reason = String(socket.authorizationError)
  const wrongName = reason.includes('ALTNAME')
  if (wrongName && fault('issuer-host-name-not-verified')) return socket
  if (!wrongName && ca !== undefined && fault('certificate-authority-ignored')) return socket
  const ofAnother = !wrongName && named?.issued(socket.getPeerCertificate().raw) === true
  if (ofAnother && fault('certificate-authority-joined-by-flags')) return socket
  if (!wrongName && ca === undefined && fault('system-verifier-trusts-everyone')) return socket
  socket.destroy()
  if (ca !== undefined && fault('system-roots-trusted-beside-certificate-authority')) {
    return connection(target, undefined, dial)
  }
  throw new Error(`${target.origin} is not trusted: ${reason}`)
}

/** Opens a TLS connection that is not verified yet. */
async function secureConnection(target: URL, ca: string[], dial: Dialer): Promise<TLSSocket> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const raw = await dial(host, Number(target.port === '' ? 443 : target.port))
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({
    socket: raw,
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
    raw.destroy()
    throw cause
  }
}

function send(
  target: URL,
  socket: TLSSocket,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(target, {
      headers: { accept: 'application/json', ...headers },
      // Used only without an agent.
      createConnection: () => socket,
      signal: AbortSignal.timeout(timeoutMs),
    })
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    outgoing.end()
  })
}

async function text(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const end = '-----END CERTIFICATE-----'
const several = (pem: string) => pem.split(end).length > 2
const first = (pem: string) => pem.slice(0, pem.indexOf(end) + end.length)
