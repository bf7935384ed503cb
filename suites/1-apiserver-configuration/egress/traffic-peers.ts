import { shared } from '#kit'
import type { AdmissionWebhooks } from '#mocks/admission-webhook/index.ts'
import type { OtlpCollector } from '#mocks/otlp-collector/index.ts'
import type { TokenWebhooks } from '#mocks/token-webhook/index.ts'
import type { WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'

/** Peers to which a server connects without a request, in addition to its store and issuers. */
export interface TrafficPeers {
  readonly authorizers: WebhookAuthorizers
  readonly tokens: TokenWebhooks
  readonly admission: AdmissionWebhooks
  readonly collector: OtlpCollector
}

/** Returns one peer of each kind for all checks of a file, started by the first check that needs them. */
export function trafficPeers(): () => Promise<TrafficPeers> {
  return shared(start, (running) => Promise.all(Object.values(running).map((peer) => peer.stop())))
}

async function start(): Promise<TrafficPeers> {
  const [{ startWebhookAuthorizers }, { startTokenWebhooks }, { startAdmissionWebhooks }, otlp] =
    await Promise.all([
      import('#mocks/webhook-authorizer/index.ts'),
      import('#mocks/token-webhook/index.ts'),
      import('#mocks/admission-webhook/index.ts'),
      import('#mocks/otlp-collector/index.ts'),
    ])
  const [authorizers, tokens, admission, collector] = await Promise.all([
    startWebhookAuthorizers(),
    startTokenWebhooks(),
    startAdmissionWebhooks(),
    otlp.startOtlpCollector(),
  ])
  return { authorizers, tokens, admission, collector }
}
