import { becomesTrue, currentCheck } from '#kit'
import { type Answer, hangUp, silence, status } from '#mocks/http/index.ts'
import { startAuditReceivers } from '#mocks/audit-receiver/index.ts'
import { authenticated, startTokenWebhooks } from '#mocks/token-webhook/index.ts'
import { allow, deny, startWebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { entryValues } from '#documents/fields.ts'
import { authorizationTable } from '#documents/1/authorization.ts'
import { file } from '#kit/launch.ts'
import { startServer } from '../../shared/api-server.ts'
import { countOf, freshPaths, auditedPathsPolicy } from '../../shared/audit/fixture.ts'
import { isUnauthenticated, whoAmI } from '#harness/programs/reviews.ts'
import { Caller } from '../../shared/authorization/callers.ts'
import {
  authorizationConfiguration,
  clientConfigFile,
  userNameCondition,
  webhookEntry,
} from '../../shared/authorization/configuration.ts'
import { type CallingProgram, type CallLoss, answerLate } from './calls.ts'

/** Returns the lost responses of a webhook, given the honest response. */
function answersByLoss<Honest>(honest: Answer<Honest>): Readonly<Record<CallLoss, Answer<Honest>>> {
  return {
    error: status(500),
    rejection: status(403),
    cut: hangUp,
    silence,
    late: async (given, request) => answerLate(await honest(given, request)),
  }
}

/** Returns a response that is lost once and honest later. */
export function loseOnce<Honest>(loss: CallLoss, honest: Answer<Honest>): Answer<Honest> {
  let isLost = false
  return (given, request) => {
    const nextAnswer = isLost ? honest : answersByLoss(honest)[loss]
    isLost = true
    return nextAnswer(given, request)
  }
}

let users = 0
// Long enough for the time limit of the webhook and a retry.
const decidesWithinMs = 30_000

/** Starts a server with a webhook authorizer for a new caller at each use, before a webhook that allows everything. */
export async function startWithAuthorizer(policy: 'deny' | 'noOpinion'): Promise<CallingProgram> {
  const host = await startWebhookAuthorizers()
  currentCheck().defer(() => host.stop())
  const [lossy, next] = [host.webhook('lossy'), host.webhook('next')]
  const honest = policy === 'deny' ? allow() : deny()
  lossy.answer({ review: honest })
  next.answer({ review: allow() })
  const entry = webhookEntry(lossy)
  const webhook = {
    ...entryValues(authorizationTable, 'WebhookConfiguration', 0),
    ...entry.webhook,
    failurePolicy: currentCheck().open(`failurePolicy.${policy}`),
    timeout: '2s',
    matchConditions: [{ expression: userNameCondition(`.startsWith('lossy.')`) }],
  }
  const authorizers = authorizationConfiguration([{ ...entry, webhook }, webhookEntry(next)])
  const server = await startServer({
    peers: [host],
    flags: { '--authorization-config': file('authorization.yaml', authorizers) },
  })
  return {
    calls: () => lossy.journal.length,
    lose: (loss) => lossy.answer({ review: loseOnce(loss, honest) }),
    use: () => Caller.of(server, `lossy.user-${++users}`).requestDecision(undefined, decidesWithinMs),
  }
}

let tokens = 0

/** Starts a server with a token webhook. */
export async function startWithTokenWebhook(): Promise<CallingProgram> {
  currentCheck().needs('who-am-i')
  const host = await startTokenWebhooks()
  currentCheck().defer(() => host.stop())
  const webhook = host.webhook('lossy')
  const honest = authenticated({ username: 'alice' })
  webhook.answer({ review: honest })
  const server = await startServer({
    peers: [host],
    flags: {
      '--authentication-token-webhook-config-file': clientConfigFile('tokens', webhook.clientConfig()),
      '--anonymous-auth': false,
    },
  })
  return {
    calls: () => webhook.journal.length,
    lose: (loss) => webhook.answer({ review: loseOnce(loss, honest) }),
    use: async () => {
      const callerIdentity = await whoAmI(server, { as: 'none', token: `lossy-token-${++tokens}` })
      return isUnauthenticated(callerIdentity)
        ? 'unauthenticated'
        : (callerIdentity.user?.username ?? `${callerIdentity.status}`)
    },
  }
}

const arrivesWithinMs = 15_000

/** Starts a server with a receiver of audit events, one event per batch. */
export async function startWithAuditReceiver(): Promise<CallingProgram> {
  const host = await startAuditReceivers()
  currentCheck().defer(() => host.stop())
  const receiver = host.receiver('lossy')
  const receivedPaths = new Set<string>()
  const honest: Answer<string> = (given, { body = '' }) => {
    for (const path of body.match(/\/audited\/request-\d+-end/g) ?? []) receivedPaths.add(path)
    return given
  }
  receiver.answer({ batch: honest })
  const config = JSON.stringify(receiver.clientConfig())
  const server = await startServer({
    peers: [host],
    flags: {
      '--audit-policy-file': file('policy.yaml', auditedPathsPolicy),
      '--audit-webhook-config-file': file('receiver.yaml', config, { verbatim: true }),
      '--audit-webhook-initial-backoff': '200ms',
      '--audit-webhook-batch-max-size': 1,
      '--audit-webhook-batch-throttle-enable': false,
    },
  })
  return {
    calls: () => receiver.batches.length,
    lose: (loss) => receiver.answer({ batch: loseOnce(loss, honest) }),
    use: async () => {
      const [path = ''] = freshPaths(1)
      await server.request({ path })
      await becomesTrue(() => receivedPaths.has(path), arrivesWithinMs)
      if (receivedPaths.has(path)) return 'recorded'
      return countOf([path], receiver.events) > 0 ? 'not sent again' : 'not sent'
    },
  }
}
