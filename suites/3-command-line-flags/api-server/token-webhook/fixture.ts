import type { ApiServer } from '#harness/programs/api-server.ts'
import type { Flags } from '#kit/launch.ts'
import { issueClient } from '#mocks/tls/index.ts'
import type { TokenUser, TokenWebhooks } from '#mocks/token-webhook/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import { sharedTokenWebhooks } from '../../../shared/peers.ts'

/** A server with its own token webhook of the same name. */
export interface TokenWebhookFixture {
  readonly name: string
  readonly host: () => Promise<TokenWebhooks>
  readonly server: () => Promise<ApiServer>
}

/** Common name of the servers' client certificates for webhooks. */
export const client = 'api-server-towards-the-webhook'

/** A user with every attribute. */
export const user: TokenUser = {
  username: 'alice',
  uid: 'uid-1',
  groups: ['crew', 'cooks'],
  extra: { 'example.org/shift': ['night'] },
}

const host = sharedTokenWebhooks()

/** Declares a server that all checks of the group share, with the given flags and the flag of its webhook. */
function tokenWebhookFixture(name: string, flags: Flags): TokenWebhookFixture {
  const server = sharedServer(async () => {
    const webhook = (await host()).webhook(name)
    const config = webhook.clientConfig({ client: await issueClient({ commonName: client }) })
    return {
      peers: [await host()],
      flags: {
        '--authentication-token-webhook-config-file': clientConfigFile(name, config),
        '--anonymous-auth': false,
        ...flags,
      },
    }
  })
  return { name, host, server }
}

/** Server that caches responses for 2.5 s and uses the default version. */
export const shortTtlFixture = tokenWebhookFixture('short', {
  '--authentication-token-webhook-cache-ttl': '2500ms',
})
/** Server that caches responses for 15 s, longer than an additional cache over all authenticators. */
export const longTtlFixture = tokenWebhookFixture('long', {
  '--authentication-token-webhook-cache-ttl': '15s',
  '--authentication-token-webhook-version': 'v1',
})
/** Server with the default cache time. */
export const defaultTtlFixture = tokenWebhookFixture('by-default', {})

let tokens = 0

/** Returns a token that no server has seen. */
export function createFreshToken(): string {
  return `opaque-token-${++tokens}`
}
