import { shared } from '#kit'
import type { FileValue, Flags } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type AdmissionWebhooks, startAdmissionWebhooks } from '#mocks/admission-webhook/index.ts'
import { type ImagePolicies, startImagePolicies } from '#mocks/image-policy/index.ts'
import { startWebhookAuthorizers, type WebhookAuthorizers } from '#mocks/webhook-authorizer/index.ts'
import { sharedServer } from '../api-server.ts'
import { configurationFlag } from '../configuration/kinds.ts'
import { clientConfigFile } from '../authorization/configuration.ts'
import type { ServerStorage } from '../storage.ts'
import { PluginFixture } from './plugin-fixture.ts'

/** Peers of admission plugins. */
export interface PluginPeers {
  readonly webhooks: AdmissionWebhooks
  readonly images: ImagePolicies
  /** The authorizer of every server, which allows all requests that no check denies. */
  readonly authorizers: WebhookAuthorizers
}

/** Name of the authorizer of the servers. */
export const authorizerName = 'plugins'

/** Starts all peers. */
export async function startPluginPeers(): Promise<PluginPeers> {
  const [webhooks, images, authorizers] = await Promise.all([
    startAdmissionWebhooks(),
    startImagePolicies(),
    startWebhookAuthorizers(),
  ])
  return { webhooks, images, authorizers }
}

/** Stops all peers. */
export async function stopPluginPeers(peers: PluginPeers): Promise<void> {
  await Promise.all(Object.values(peers).map((peer) => peer.stop()))
}

/** Declares the peers of all plugins of a file, started by the first check that needs them. */
export function pluginPeers(): () => Promise<PluginPeers> {
  return shared(startPluginPeers, stopPluginPeers)
}

/**
 * Declares a server that all checks of a file share, with the given flags. The peers record the calls of its admission
 * plugins.
 */
export function pluginServer(
  peers: () => Promise<PluginPeers>,
  flags: (peers: PluginPeers) => Promise<Flags> | Flags,
  storage?: () => Promise<ServerStorage>,
): () => Promise<PluginFixture> {
  const server = sharedServer(async () => {
    const startedPeers = await peers()
    const { authorizers } = startedPeers
    const authorizer = clientConfigFile('authorizer', authorizers.webhook(authorizerName).clientConfig())
    return {
      peers: Object.values(startedPeers),
      flags: {
        '--authorization-mode': 'Webhook',
        '--authorization-webhook-config-file': authorizer,
        ...(await flags(startedPeers)),
      },
      ...(storage && { storage: await storage() }),
    }
  })
  const fixtures = new WeakMap<ApiServer, PluginFixture>()
  return async () => {
    const [running, plugins] = [await server(), await peers()]
    const pluginFixture = fixtures.get(running) ?? new PluginFixture(running, plugins)
    fixtures.set(running, pluginFixture)
    return pluginFixture
  }
}

/** One entry of an admission file. */
export interface PluginEntry {
  readonly name: string
  readonly path?: string | FileValue
  readonly configuration?: object
}

/** Returns an AdmissionConfiguration in the documents' words. */
export function admissionFile(plugins?: readonly PluginEntry[], version: 'v1' | 'v1alpha1' = 'v1'): object {
  const group = version === 'v1' ? 'apiserver.config.orch.io' : 'apiserver.orch.io'
  return {
    apiVersion: `${group}/${version}`,
    kind: 'AdmissionConfiguration',
    ...(plugins && { plugins }),
  }
}

/** Returns the flag with an admission file. */
export function admissionFlags(plugins: readonly PluginEntry[]): Flags {
  return configurationFlag('admission', admissionFile(plugins))
}

/** Returns the configuration with which ImagePolicyWebhook calls the named policy of the peer. */
export function imagePolicyConfiguration({ images }: PluginPeers, name: string): object {
  const config = clientConfigFile(`images-${name}`, images.webhook(name).clientConfig())
  const cacheTimes = { allowTTL: 1, denyTTL: 1, retryBackoff: 500, defaultAllow: false }
  return { imagePolicy: { orchConfigFile: config, ...cacheTimes } }
}

/** Returns the flag with a file for the two plugins that need a file. The named policy reviews images. */
export function limitsAndImages(peers: PluginPeers, name: string): Flags {
  return admissionFlags([
    { name: 'EventRateLimit', configuration: eventLimits },
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(peers, name) },
  ])
}

/** Configuration of event rate limits that accepts one event and rejects most other events. */
export const eventLimits = {
  apiVersion: 'eventratelimit.admission.orch.io/v1alpha1',
  kind: 'Configuration',
  limits: [{ type: 'Namespace', qps: 1, burst: 1, cacheSize: 100 }],
}
