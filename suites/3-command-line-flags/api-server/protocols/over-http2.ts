import { HarnessError } from '#kit'
import { type Answered, Http2Prober } from '#kit/clients.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'
import { type CallerIdentity, whoAmI } from '#harness/programs/reviews.ts'

// Long enough for a response on a busy machine.
const answeredWithinMs = 10_000

type Http2Request = Omit<ApiRequest, 'as'>

/** Returns a client with one HTTP/2 connection. */
function http2Client(running: ApiServer, pair?: KeyPair): Http2Prober {
  const { certificate: ca } = running.credentials.authority
  return new Http2Prober({
    url: running.url,
    ca,
    ...(pair && { cert: pair.certificate, key: pair.key }),
  })
}

async function sendBy(
  client: Http2Prober,
  running: ApiServer,
  { method = 'GET', path, headers = {}, body, token }: Http2Request,
): Promise<Answered> {
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
}

/** Returns a client over HTTP/2 with the certificate of a caller, or without a certificate. */
export function clientOverHttp2(running: ApiServer, pair?: KeyPair): Http2Prober {
  const { certificate: ca } = running.credentials.authority
  return new Http2Prober({
    url: running.url,
    ca,
    ...(pair && { cert: pair.certificate, key: pair.key }),
  })
}

/** Sends a request over the connection of a client, and returns the response. */
export async function sendFrom(
  client: Http2Prober,
  running: ApiServer,
  { method = 'GET', path, headers = {}, body, token }: Omit<ApiRequest, 'as'>,
): Promise<Answered> {
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
}

/** Sends a request over a separate HTTP/2 connection, and returns the response. */
export async function sendOverHttp2(
  running: ApiServer,
  request: Omit<ApiRequest, 'as'>,
  pair?: KeyPair,
): Promise<Answered> {
  const client = clientOverHttp2(running, pair)
  try {
    return await sendFrom(client, running, request)
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
  return nameIn(
    await whoAmI(running, token === undefined ? {} : { token }, (request) =>
      sendOverHttp2(running, request, pair),
    ),
  )
}

/** Returns the user names of requests with these tokens, one after the other over one HTTP/2 connection. */
export async function userNamesOverHttp2(
  running: ApiServer,
  tokens: readonly (string | undefined)[],
): Promise<string[]> {
  const client = http2Client(running)
  const names: string[] = []
  try {
    for (const token of tokens) {
      const caller = token === undefined ? {} : { token }
      names.push(nameIn(await whoAmI(running, caller, (request) => sendBy(client, running, request))))
    }
    return names
  } finally {
    client.close()
  }
}

function nameIn({ status, user }: CallerIdentity): string {
  if (status >= 400 && status < 500) return 'nobody'
  return user?.username ?? `status ${status}`
}
