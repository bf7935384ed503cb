import { currentCheck, HarnessError } from '#kit'
import { Http2Prober } from '#kit/clients.ts'
import { file } from '#kit/launch.ts'
import type { KeyPair } from '#harness/certificates/authority.ts'
import type { Answered } from '#kit/clients.ts'
import type { ApiServer, ApiRequest } from '#harness/programs/api-server.ts'
import type { allow } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { auditPolicy } from '../../../shared/audit/policy.ts'
import { auditSinks } from '../../../shared/audit/fixture.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { webhookFile } from '../authorization/mode-server.ts'
import { RecordedRequests, type Write } from '../writes/writes.ts'

/** Token and user of the token file. */
export const writer = { token: 'token-of-the-writer', user: 'wendy' } as const
/** Directives of RFC 6797. */
export const directives = ['max-age=31536000', 'includeSubDomains'] as const
/** Origin that the server allows. */
export const origin = 'https://pages.example'

const webhook = 'protocols'
const host = sharedAuthorizers()
export const sinks = auditSinks()
const policy = auditPolicy([{ level: 'Metadata', resources: [{ resources: ['configmaps'] }] }], {
  omitStages: ['RequestReceived', 'ResponseStarted'],
})

/** Server with authentication, authorization, audit and response headers, for all rules. */
export const server = sharedServer(async () => {
  const authorizers = await host()
  const spec = (await sinks()).spec(
    {
      '--authorization-mode': 'Webhook',
      '--authorization-webhook-config-file': webhookFile(authorizers.webhook(webhook)),
      '--token-auth-file': file('tokens.csv', `${writer.token},${writer.user},uid-1\n`, { verbatim: true }),
      '--anonymous-auth': false,
      '--audit-webhook-mode': 'blocking',
      '--strict-transport-security-directives': directives.join(','),
      '--cors-allowed-origins': `^${origin.replaceAll('.', String.raw`\.`)}$`,
    },
    policy,
  )
  return { ...spec, peers: [...(spec.peers ?? []), authorizers] }
})

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

/** Returns the user name that the server reports over HTTP/2, or `nobody` for a rejected request. */
export async function userNameOverHttp2(
  running: ApiServer,
  { token, pair }: { readonly token?: string; readonly pair?: KeyPair },
): Promise<string> {
  currentCheck().needs('who-am-i')
  const apiVersion = `authentication.${running.dialect.groupDomain}/v1`
  const { status, body } = await sendOverHttp2(
    running,
    {
      method: 'POST',
      path: '/apis/authentication.orch.io/v1/selfsubjectreviews',
      body: { apiVersion, kind: 'SelfSubjectReview' },
      ...(token !== undefined && { token }),
    },
    pair,
  )
  if (status >= 400 && status < 500) return 'nobody'
  const review = JSON.parse(body) as {
    readonly status?: { readonly userInfo?: { readonly username?: string } }
  }
  return review.status?.userInfo?.username ?? `status ${status}`
}

/** Sets the response of the webhook about a user, and returns the webhook calls about this user. */
export async function setReviewResponse(user: string, review: ReturnType<typeof allow>) {
  const webhookHandle = (await host()).webhook(webhook).about(user)
  webhookHandle.answer({ review })
  return webhookHandle.journal
}

let callerCount = 0

/** Sends a write over HTTP/2 as a new user with the given webhook response, and returns the result. */
export async function sendWrite(write: Write, review: ReturnType<typeof allow>) {
  const apiServer = await server()
  const recordedRequests = await RecordedRequests.for(apiServer, write)
  const user = `caller-over-http2-${++callerCount}`
  const journal = await setReviewResponse(user, review)
  const { path, ...request } = write.request(recordedRequests.maps)
  const { status, headers } = await sendOverHttp2(
    apiServer,
    { path, ...request },
    certificateOf(apiServer, user),
  )
  return { place: recordedRequests, user, asked: journal, path, status, headers }
}
