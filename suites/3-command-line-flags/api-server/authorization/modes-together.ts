import type { Flags } from '#kit/launch.ts'
import { adminName } from '#harness/programs/credentials.ts'
import type { ServerSpec } from '../../../shared/api-server.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { policyFile, webhookFile } from './mode-server.ts'

/**
 * Returns a function that returns the settings of a server with the given authorization modes, and with the settings
 * that any mode needs.
 */
export function specWithAllPeers(): (modes: string, changes?: Flags) => Promise<ServerSpec> {
  const host = sharedAuthorizers()
  return async (modes, changes = {}) => {
    const webhookHost = await host()
    return {
      peers: [webhookHost],
      flags: {
        '--authorization-mode': modes,
        '--authorization-policy-file': policyFile({ user: adminName, nonResourcePath: '*' }),
        '--authorization-webhook-config-file': webhookFile(webhookHost.webhook('modes')),
        ...changes,
      },
    }
  }
}
