import { shared, type Shared } from '#kit'
import type { KmsPlugin } from '#mocks/kms-plugin/index.ts'
import type { NodeAgents } from '#mocks/node-agent/index.ts'
import type { OidcHost } from '#mocks/oidc-issuer/index.ts'
import type { TokenWebhooks } from '#mocks/token-webhook/index.ts'
import type { WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'

/** Declares a peer that all checks of a file share. The first check that needs it starts it. */
export function sharedPeer<P extends { stop(): Promise<void> }>(start: () => Promise<P>): Shared<P> {
  return shared(start, (peer) => peer.stop())
}

// Peers are imported dynamically, so that a file loads only the peers that its checks use.

/** Declares one host of issuers for all checks of a file. */
export function sharedOidcHost(): Shared<OidcHost> {
  return sharedPeer(async () => (await import('#mocks/oidc-issuer/index.ts')).startOidcHost())
}

/** Declares one host of webhook authorizers for all checks of a file. */
export function sharedAuthorizers(): Shared<WebhookAuthorizers> {
  return sharedPeer(async () =>
    (await import('#mocks/webhook-authorizer/index.ts')).startWebhookAuthorizers(),
  )
}

/** Declares one host of token webhooks for all checks of a file. */
export function sharedTokenWebhooks(): Shared<TokenWebhooks> {
  return sharedPeer(async () => (await import('#mocks/token-webhook/index.ts')).startTokenWebhooks())
}

/** Declares one KMS plugin for all checks of a file. */
export function sharedKmsPlugin(): Shared<KmsPlugin> {
  return sharedPeer(async () => (await import('#mocks/kms-plugin/index.ts')).startKmsPlugin())
}

/** Declares one set of node agents for all checks of a file. */
export function sharedNodeAgents(): Shared<NodeAgents> {
  return sharedPeer(async () => (await import('#mocks/node-agent/index.ts')).startNodeAgents())
}
