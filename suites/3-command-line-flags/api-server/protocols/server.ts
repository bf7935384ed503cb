import { file } from '#kit/launch.ts'
import type { allow } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { auditPolicy } from '../../../shared/audit/policy.ts'
import { auditSinks } from '../../../shared/audit/fixture.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { webhookFile } from '../authorization/mode-server.ts'
import { WriteNamespace, type Write } from '../writes/writes.ts'
import { certificateOf, sendOverHttp2 } from './over-http2.ts'

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
  const recordedRequests = await WriteNamespace.for(apiServer, write)
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
