import { Http2ServerResponse, constants } from 'node:http2'
import type { OutgoingHttpHeaders } from 'node:http'
import type { ResponseFault } from './exchange.ts'
import type { Connection, HttpResponse } from './listener.ts'

/** Sends a complete response directly, which is faster than a Fetch response. */
export function sendBytes(
  res: HttpResponse,
  code: number,
  headers: OutgoingHttpHeaders,
  body: Buffer | string,
): void {
  if (isClosed(res)) return
  // The response classes of HTTP/1 and HTTP/2 take the same arguments but share no type.
  const response = res as Pick<import('node:http').ServerResponse, 'writeHead' | 'end'>
  response.writeHead(code, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** Sends a Fetch response, with its fault if there is one. */
export async function sendResponse(
  res: HttpResponse,
  connection: Connection,
  response: Response,
  fault: ResponseFault | undefined,
): Promise<void> {
  if (isClosed(res)) return
  if (fault === 'garbage') return sendGarbage(res, connection)
  // `Response.error()` has the type `error`; in msw it is a network error.
  if (response.type === 'error') return sendReset(res, connection)
  const body = Buffer.from(await response.arrayBuffer())
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  delete headers['content-length']
  if (fault === 'truncated') return sendHalf(res, connection, response.status, headers, body)
  sendBytes(res, response.status, headers, body)
}

/** Resets the connection, unless the response is complete or the client has left. */
export function sendReset(res: HttpResponse, { raw }: Connection): void {
  if (!isClosed(res)) raw.resetAndDestroy()
}

/** Reports whether nothing more can be sent: the response is complete, or the client has left. */
function isClosed(res: HttpResponse): boolean {
  return res.writableEnded || (res instanceof Http2ServerResponse ? res.stream.destroyed : res.destroyed)
}

function sendGarbage(res: HttpResponse, connection: Connection): void {
  if (res instanceof Http2ServerResponse) {
    // The socket of HTTP/2 is not writable from outside, so the session ends with a protocol error.
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
  const firstHalf = body.subarray(0, body.length >> 1)
  // Promises at least one byte, so that even an empty body is incomplete.
  const promisedBytes = Math.max(body.length, 1)
  if (res instanceof Http2ServerResponse) {
    res.writeHead(code, { ...headers, 'content-length': promisedBytes })
    res.write(firstHalf)
    setImmediate(() => res.stream.close(constants.NGHTTP2_INTERNAL_ERROR))
    return
  }
  res.writeHead(code, { ...headers, 'content-length': promisedBytes })
  res.write(firstHalf, () => setImmediate(() => connection.raw.destroy()))
}
