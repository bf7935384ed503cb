import type { Flags } from '#kit/launch.ts'
import { adminName } from '#harness/programs/credentials.ts'
import type { ServerSpec } from '../../../shared/api-server.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { policyFile, webhookFile } from './mode-server.ts'

/**
 * Returns a function that starts a server in several modes, with everything that any of them needs, for the checks of
 * one file.
 */
export function modesTogether(): (modes: string, changes?: Flags) => Promise<ServerSpec> {
  const host = sharedAuthorizers()
  return async (modes, changes = {}) => {
    const running = await host()
    return {
      peers: [running],
      flags: {
        '--authorization-mode': modes,
        '--authorization-policy-file': policyFile({ user: adminName, nonResourcePath: '*' }),
        '--authorization-webhook-config-file': webhookFile(running.webhook('modes')),
        ...changes,
      },
    }
  }
}
