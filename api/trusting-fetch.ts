import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'

// Limit of the Fetch standard (§4.4, HTTP-redirect fetch).
const maxRedirects = 20
const redirects = new Set([301, 302, 303, 307, 308])
const statusesWithoutBody = new Set([101, 204, 205, 304])

/**
 * Returns a `fetch` whose connections trust one authority. The built-in `fetch` accepts no authority without the
 * package undici.
 */
export function trustingFetch(ca: string): typeof fetch {
  return async (input, init) => {
    let request = new Request(input as string, init)
    for (let count = 0; count <= maxRedirects; count += 1) {
      const response = await send(request, ca)
      const location = response.headers.get('location')
      if (!redirects.has(response.status) || location === null || request.redirect === 'manual')
        return response
      if (request.redirect === 'error')
        throw new TypeError(`${request.url} answered a redirect to ${location}.`)
      await response.body?.cancel()
      request = redirectRequest(request, response.status, new URL(location, request.url))
    }
    throw new TypeError(`${request.url} was reached by more than ${maxRedirects} redirects.`)
  }
}

/**
 * Returns the request that follows a redirect.
 * @throws TypeError if the redirect requires that the body is sent again, because it has been read already
 */
function redirectRequest(request: Request, status: number, to: URL): Request {
  const { method, headers, redirect, signal } = request
  const hasReadMethod = method === 'GET' || method === 'HEAD'
  if (!hasReadMethod && (status === 307 || status === 308))
    throw new TypeError(`${request.url} answered ${status}, and the body of a ${method} is not sent twice.`)
  return new Request(to, { method: hasReadMethod ? method : 'GET', headers, redirect, signal })
}

async function send(request: Request, ca: string): Promise<Response> {
  const url = new URL(request.url)
  const isSecure = url.protocol === 'https:'
  const options = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    // A kept connection would keep the process alive after its peers have stopped.
    agent: false,
  }
  const outgoing = isSecure ? secureRequest(url, { ...options, ca }) : plainRequest(url, options)
  outgoing.end(Buffer.from(await request.arrayBuffer()))
  const [incoming] = (await once(outgoing, 'response').catch((thrown: unknown) => {
    // An aborted request throws the reason of its signal, as the standard requires. Libraries recognize a timeout by
    // this reason.
    throw request.signal.aborted ? request.signal.reason : thrown
  })) as [IncomingMessage]
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const status = incoming.statusCode ?? 0
  if (statusesWithoutBody.has(status) || request.method === 'HEAD') incoming.resume()
  const body =
    statusesWithoutBody.has(status) || request.method === 'HEAD'
      ? null
      : (Readable.toWeb(incoming) as ReadableStream)
  return new Response(body, { status, statusText: incoming.statusMessage ?? '', headers })
}
