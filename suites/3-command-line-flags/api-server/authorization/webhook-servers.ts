import { clientConfigFile } from '../../../shared/authorization/configuration.ts'
import { type ModeServer, modeServer } from './mode-server.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'

export const authorizedTtl = '--authorization-webhook-cache-authorized-ttl'
export const unauthorizedTtl = '--authorization-webhook-cache-unauthorized-ttl'
export const version = '--authorization-webhook-version'
export const configFile = '--authorization-webhook-config-file'
export const token = 'token-for-the-webhook'
export const shortMs = 2_500
export const longMs = 5_000

const host = sharedAuthorizers()
const mode = { '--authorization-mode': 'Webhook' }
const [short, long] = [`${shortMs}ms`, `${longMs}ms`]

/**
 * Returns servers that use only a webhook. `plain` has a token in its client configuration, and `v1` uses that
 * version. Each server caches one kind of decision for a short time and the other kind for a long time.
 */
export const { plain, v1, byDefault }: Readonly<Record<'plain' | 'v1' | 'byDefault', ModeServer>> = {
  plain: modeServer(
    host,
    'plain',
    () => ({ ...mode, [authorizedTtl]: short, [unauthorizedTtl]: long }),
    (webhook) => clientConfigFile('plain', webhook.clientConfig({ token })),
  ),
  v1: modeServer(host, 'v1', () => ({
    ...mode,
    [version]: 'v1',
    [authorizedTtl]: long,
    [unauthorizedTtl]: short,
  })),
  byDefault: modeServer(host, 'by-default', () => mode),
}
