import type { ApiServer } from '#harness/programs/api-server.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { issueClient } from '#mocks/tls/index.ts'
import type { TokenUser, TokenWebhooks } from '#mocks/token-webhook/index.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { clientConfigFile } from '../../../shared/authorization/configuration.ts'

/** A server with a token webhook of its own, named alike. */
export interface TokenWorld {
  readonly name: string
  readonly host: () => Promise<TokenWebhooks>
  readonly server: () => Promise<ApiServer>
}

/** The common name with which the servers come to their webhooks. */
export const client = 'api-server-towards-the-webhook'

/** Somebody with every attribute. */
export const user: TokenUser = {
  username: 'alice',
  uid: 'uid-1',
  groups: ['crew', 'cooks'],
  extra: { 'example.org/shift': ['night'] },
}

/** One server for all checks of a file, with these flags beside the one that leads to its webhook. */
export function tokenWorld(host: () => Promise<TokenWebhooks>, name: string, flags: Flags): TokenWorld {
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

let tokens = 0

/** A token that no server has seen. */
export function freshToken(): string {
  return `opaque-token-${++tokens}`
}
