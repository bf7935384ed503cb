import { Http2ServerResponse, constants } from 'node:http2'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Fault } from './exchange.ts'
import type { Connection, HttpResponse } from './listener.ts'

/** Sends a whole answer; the fast way for what is known in advance. */
export function sendBytes(
  res: HttpResponse,
  code: number,
  headers: OutgoingHttpHeaders,
  body: Buffer | string,
): void {
  if (isOver(res)) return
  // The two classes take the same arguments but share no type.
  const plain = res as Pick<import('node:http').ServerResponse, 'writeHead' | 'end'>
  plain.writeHead(code, { ...headers, 'content-length': Buffer.byteLength(body) })
  plain.end(body)
}

/** Sends a Fetch response, or what a fault makes of it. */
export async function sendResponse(
  res: HttpResponse,
  connection: Connection,
  response: Response,
  fault: Fault | undefined,
): Promise<void> {
  if (isOver(res)) return
  if (fault === 'garbage') return sendGarbage(res, connection)
  // `Response.error()` has the type `error`; msw users know it as a network error.
  if (response.type === 'error') return sendReset(res, connection)
  const body = Buffer.from(await response.arrayBuffer())
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  delete headers['content-length']
  if (fault === 'truncated') return sendHalf(res, connection, response.status, headers, body)
  sendBytes(res, response.status, headers, body)
}

/** Resets the connection, unless the client has what it asked for or has gone already. */
export function sendReset(res: HttpResponse, { raw }: Connection): void {
  if (!isOver(res)) raw.resetAndDestroy()
}

/** Whether nothing more can be sent: answered already, or the client has gone. */
function isOver(res: HttpResponse): boolean {
  return res.writableEnded || (res instanceof Http2ServerResponse ? res.stream.destroyed : res.destroyed)
}

function sendGarbage(res: HttpResponse, connection: Connection): void {
  if (res instanceof Http2ServerResponse) {
    // HTTP/2 lets nobody write to its socket, so the session ends as if the frames had made no sense.
    res.stream.session?.destroy(undefined, constants.NGHTTP2_PROTOCOL_ERROR)
    return
  }
  res.socket?.end(Buffer.from([0x16, 0x03, 0x00, 0xff, 0x0d, 0x0a, 0x00, 0x0d, 0x0a]), () =>
    connection.raw.destroySoon(),
  )
}

function sendHalf(
  res: HttpResponse,
  connection: Connection,
  code: number,
  headers: OutgoingHttpHeaders,
  body: Buffer,
): void {
  const half = body.subarray(0, body.length >> 1)
  // Even an empty body must miss something.
  const promised = Math.max(body.length, 1)
  if (res instanceof Http2ServerResponse) {
    res.writeHead(code, { ...headers, 'content-length': promised })
    res.write(half)
    setImmediate(() => res.stream.close(constants.NGHTTP2_INTERNAL_ERROR))
    return
  }
  res.writeHead(code, { ...headers, 'content-length': promised })
  res.write(half, () => setImmediate(() => connection.raw.destroy()))
}
