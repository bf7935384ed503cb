import { HarnessError } from '#kit'
import { type Answered, Http2Prober } from '#kit/clients.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'
import { whoAmI } from '#harness/programs/reviews.ts'

// Long enough for a response on a busy machine.
const answeredWithinMs = 10_000

/** Sends a request over a separate HTTP/2 connection, and returns the response. */
export async function sendOverHttp2(
  running: ApiServer,
  { method = 'GET', path, headers = {}, body, token }: Omit<ApiRequest, 'as'>,
  pair?: KeyPair,
): Promise<Answered> {
  const { certificate: ca } = running.credentials.authority
  const client = new Http2Prober({
    url: running.url,
    ca,
    ...(pair && { cert: pair.certificate, key: pair.key }),
  })
  try {
    const response = await client.send({
      method,
      path: running.dialect.text(path),
      headers: {
        ...(headers as Record<string, string>),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      withinMs: answeredWithinMs,
    })
    if (response.kind === 'answered') return response
    throw new HarnessError('untestable', `${method} ${path} over HTTP/2 has no response: ${response.error}`)
  } finally {
    client.close()
  }
}

/** Issues a client certificate of the CA of clients. */
export const certificateOf = (running: ApiServer, commonName: string): KeyPair =>
  running.credentials.authority.issue({ commonName, usage: 'client', hosts: [] })

/** Returns the user name that the server reports over HTTP/2, or a placeholder if it rejects the request. */
export async function userNameOverHttp2(
  running: ApiServer,
  { token, pair }: { readonly token?: string; readonly pair?: KeyPair },
): Promise<string> {
  const { status, user } = await whoAmI(running, token === undefined ? {} : { token }, (request) =>
    sendOverHttp2(running, request, pair),
  )
  if (status >= 400 && status < 500) return 'nobody'
  return user?.username ?? `status ${status}`
}
