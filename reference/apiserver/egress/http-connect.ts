import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { readSystemRoots } from '../../certificates/system-roots.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'

/** TLS options for a connection to a proxy, all in PEM. */
export interface ProxyTls {
  /** CAs of the proxy; undefined for the CAs of the system. */
  readonly ca: string | undefined
  readonly key: string | undefined
  readonly cert: string | undefined
}

/** Address of a proxy: a unix socket, or a host and port with or without TLS. */
export type ProxyAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number; readonly tls?: ProxyTls }

/** Timeout of a proxy in milliseconds. */
const timeoutMs = 10_000
/** Maximum size of the head of a response in bytes. The head of a correct response is smaller. */
const maxHeadLength = 16_384

/** Connects through a proxy with HTTP CONNECT (RFC 9110 §9.3.6). */
export function httpConnect(address: ProxyAddress): Dialer {
  return async (host, port) => {
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
    const socket = await connectToProxy(address)
    const timeout = setTimeout(() => socket.destroy(new Error('the proxy does not answer')), timeoutMs)
    try {
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
      const line = await firstLine(socket)
      if (!/^HTTP\/1\.[01] 200\b/.test(line)) throw new Error(`the proxy answered ${line} for ${target}`)
      return socket
    } catch (cause) {
      socket.destroy()
      throw cause
    } finally {
      clearTimeout(timeout)
    }
  }
}

/** Reads the head of the response and leaves the rest in the socket. */
async function firstLine(socket: Socket): Promise<string> {
  let head = Buffer.alloc(0)
  const rejectionOnClose = once(socket, 'close').then(() =>
    Promise.reject(new Error('the proxy closed the connection')),
  )
  // The promise that loses the race may reject later, without effect.
  rejectionOnClose.catch(() => {})
  while (true) {
    const chunk = socket.read() as Buffer | null
    if (chunk !== null) head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end >= 0) {
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
      return head.toString('latin1').split('\r\n')[0] ?? ''
    }
    if (head.length > maxHeadLength) throw new Error('the proxy speaks no HTTP')
    // Sequential: the head may arrive in parts.
    if (chunk === null) await Promise.race([once(socket, 'readable'), rejectionOnClose])
    if (socket.readableEnded) throw new Error('the proxy closed the connection')
  }
}

async function connectToProxy(address: ProxyAddress): Promise<Socket> {
  if ('path' in address) return waitForOpen(connect({ path: address.path }), 'connect')
  const { host, port, tls } = address
  return tls === undefined ? waitForOpen(connect({ host, port }), 'connect') : openTls(host, port, tls)
}

async function waitForOpen<S extends Socket>(socket: S, event: string): Promise<S> {
  // This listener stays for the lifetime of the socket, whose users handle errors themselves.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal: AbortSignal.timeout(timeoutMs) })
    return socket
  } catch (cause) {
    socket.destroy()
    throw cause
  }
}

async function openTls(host: string, port: number, tls: ProxyTls): Promise<TLSSocket> {
  const { ca, key, cert } = tls
  const isPairPresented =
    cert !== undefined && key !== undefined && !fault('egress-client-certificate-not-shown')
  const options = {
    host,
    port,
    ca: ca === undefined ? readSystemRoots() : [ca],
    rejectUnauthorized: false,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(isPairPresented ? { key, cert } : {}),
  }
  const socket = await waitForOpen(connectTls(options), 'secureConnect')
  if (socket.authorized) {
    if (ca !== undefined || !fault('egress-system-roots-not-used')) return socket
    socket.destroy()
    throw new Error(`the proxy ${host}:${port} is not trusted`)
  }
  const reason = String(socket.authorizationError)
  const pardoningFault = reason.includes('ALTNAME')
    ? 'egress-proxy-name-not-verified'
    : ca === undefined
      ? 'egress-system-roots-trust-everyone'
      : 'egress-ca-bundle-ignored'
  if (fault(pardoningFault)) return socket
  socket.destroy()
  const trustsSystemRoots = ca !== undefined && fault('egress-system-roots-trusted-beside-ca-bundle')
  if (trustsSystemRoots) return openTls(host, port, { ...tls, ca: undefined })
  throw new Error(`the proxy ${host}:${port} is not trusted: ${reason}`)
}
