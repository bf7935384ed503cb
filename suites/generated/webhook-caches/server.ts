import type { ApiServer } from '#harness/programs/api-server.ts'
import { allow, deny } from '#mocks/webhook-authorizer/index.ts'
import { authenticated, unauthenticated } from '#mocks/token-webhook/index.ts'
import { status } from '#mocks/http/index.ts'
import { certificateOf, sendOverHttp2 } from '../../3-command-line-flags/api-server/protocols/over-http2.ts'
import { webhookFile } from '../../3-command-line-flags/api-server/authorization/mode-server.ts'
import { sharedServer } from '../../shared/api-server.ts'
import { clientConfigFile } from '../../shared/authorization/configuration.ts'
import { sharedAuthorizers, sharedTokenWebhooks } from '../../shared/peers.ts'
import { type CacheKind, type CacheStep, decisions, tokenIdentities } from './model.ts'
import type { CacheSubject } from './subject.ts'
import { mergePatchHeaders } from '../../shared/merge-patch.ts'

const webhook = 'caches'
const authorizers = sharedAuthorizers()
const tokens = sharedTokenWebhooks()

/** A server with both webhooks, for all cases. */
export const server = sharedServer(async () => {
  const [running, known] = [await authorizers(), await tokens()]
  return {
    peers: [running, known],
    flags: {
      '--authorization-mode': 'Webhook',
      '--authorization-webhook-config-file': webhookFile(running.webhook(webhook)),
      '--authorization-webhook-version': 'v1',
      '--authorization-webhook-cache-authorized-ttl': `${decisions.ttlMs.accepts}ms`,
      '--authorization-webhook-cache-unauthorized-ttl': `${decisions.ttlMs.rejects}ms`,
      '--authentication-token-webhook-config-file': clientConfigFile(
        // Name of the file of the token webhook.
        `tokens-of-${webhook}`,
        known.webhook(webhook).clientConfig(),
      ),
      '--authentication-token-webhook-version': 'v1',
      '--authentication-token-webhook-cache-ttl': `${tokenIdentities.ttlMs.accepts}ms`,
      '--anonymous-auth': false,
    },
  }
})

let subjects = 0

/** Returns a subject that no server has seen. */
export async function freshSubject({ name }: CacheKind): Promise<CacheSubject> {
  const apiServer = await server()
  const user = `caches-${name}-${++subjects}`
  const webhookHandle = (await authorizers()).webhook(webhook).about(user)
  if (name === 'authorizer') {
    const clientPair = certificateOf(apiServer, user)
    return {
      calls: () => webhookHandle.journal.length,
      answers: (reply) =>
        webhookHandle.answer({ review: { accepts: allow(), rejects: deny(), fails: status(400) }[reply] }),
      isAccepted: async (step) => isServed(await send(apiServer, step, { pair: clientPair })),
    }
  }
  webhookHandle.answer({ review: allow() })
  const token = `token-of-${user}`
  const tokenSubject = (await tokens()).webhook(webhook).about(token)
  const review = {
    accepts: authenticated({ username: user }),
    rejects: unauthenticated(),
    fails: status(400),
  }
  return {
    calls: () => tokenSubject.journal.length,
    answers: (reply) => tokenSubject.answer({ review: review[reply] }),
    isAccepted: async (step) => isServed(await send(apiServer, step, { token })),
  }
}

const maps = '/api/v1/namespaces/default/configmaps'
const configMapBody = (name?: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: name === undefined ? { generateName: 'caches-' } : { name },
})
const objectName = 'of-no-case'
// Requests for objects that do not exist, so that requests are independent.
const requests = {
  get: { method: 'GET', path: `${maps}/${objectName}` },
  list: { method: 'GET', path: maps },
  create: { method: 'POST', path: maps, body: configMapBody() },
  update: { method: 'PUT', path: `${maps}/${objectName}`, body: configMapBody(objectName) },
  patch: { method: 'PATCH', path: `${maps}/${objectName}`, headers: mergePatchHeaders, body: '{}' },
  delete: { method: 'DELETE', path: `${maps}/${objectName}` },
} as const

type Credentials = { readonly token: string } | { readonly pair: ReturnType<typeof certificateOf> }

async function send(
  running: ApiServer,
  { verb, protocol }: CacheStep,
  credentials: Credentials,
): Promise<number> {
  const request = requests[verb]
  if (protocol === 'HTTP/2') {
    const clientPair = 'pair' in credentials ? credentials.pair : undefined
    const token = 'token' in credentials ? { token: credentials.token } : {}
    return (await sendOverHttp2(running, { ...request, ...token }, clientPair)).status
  }
  const requestOptions =
    'pair' in credentials ? { as: credentials.pair } : { as: 'none' as const, ...credentials }
  return (await running.request({ ...request, ...requestOptions })).status
}

// A response of 404 means that the request was accepted.
const isServed = (answered: number): boolean => answered < 400 || [404, 405, 409, 422].includes(answered)
