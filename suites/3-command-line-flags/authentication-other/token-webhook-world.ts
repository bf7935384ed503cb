import type { ApiServer } from '#harness/launch/api-server.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { issueClient } from '#mocks/serving/index.ts'
import type { TokenUser, TokenWebhooks } from '#mocks/token-webhook/index.ts'
import { sharedServer } from '../../fixtures/api-server.ts'
import { clientConfigFile } from '../../fixtures/authorization-configuration.ts'

let started: Promise<TokenWebhooks> | undefined

/** The host of the token webhooks, started on first use. */
export function host(): Promise<TokenWebhooks> {
  started ??= import('#mocks/token-webhook/index.ts').then(({ startTokenWebhooks }) => startTokenWebhooks())
  return started
}

/** Ends the host; the next use starts another. */
export async function stopHost(): Promise<void> {
  await started?.then((running) => running.stop())
  started = undefined
}

/** A server with a token webhook of its own, named alike. */
export interface TokenWorld {
  readonly name: string
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
export function tokenWorld(name: string, flags: Flags): TokenWorld {
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
  return { name, server }
}

let tokens = 0

/** A token that no server has seen. */
export function freshToken(): string {
  return `opaque-token-${++tokens}`
}
