import type { FlagValues } from '../../flags/flag-values.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import type { FaultName } from '../../quirks/names.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Metrics } from '../../serving/metrics.ts'
import type { ObjectReader } from '../objects/reader.ts'
import type { Authorizer, ChainLink } from './authorizer.ts'
import { alwaysAllow, alwaysDeny } from './always-allow-deny.ts'
import { authorizerChain } from './chain.ts'
import { withSystemMasters } from './system-masters.ts'
import type { WebhookSettings } from './webhook/settings.ts'

/** Services for authorizers in addition to flags. */
export interface AuthorizationServices {
  readonly metrics: Metrics
  readonly objects: ObjectReader
  /** Opens connections to webhooks. */
  readonly dial: Dialer
}

/** Creates the chain from flags or file. Throws a Refusal for an invalid configuration. */
export async function configureAuthorization(
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<Authorizer> {
  const { metrics } = services
  const isFromFile = flags.isSet('authorization-config')
  const links = isFromFile ? await linksOfFile(flags, services) : await linksOfModes(flags, services)
  const sortOrder = isFromFile
    ? ({ by: 'name', fault: 'authorizers-sorted-by-name' } as const)
    : ({ by: 'type', fault: 'authorization-modes-sorted' } as const)
  return withSystemMasters(authorizerChain(links, metrics, sortOrder))
}

async function linksOfFile(
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<readonly ChainLink[]> {
  const { loadConfig } = await import('../config/load.ts')
  const { authorizationKind } = await import('../config/authorization/authorization.ts')
  const { webhookFromFile } = await import('./webhook/settings-from-file.ts')
  const path = flags.string('authorization-config') ?? ''
  const { authorizers } = await loadConfig(path, authorizationKind)
  const { isAlpha } = await import('../config/kinds.ts')
  if (isAlpha(path) && fault('authorization-v1alpha1-without-effect'))
    return [await createLink('AlwaysAllow', 'unread', flags, services)]
  return Promise.all(
    (authorizers ?? []).map(async ({ type = '', name = '', webhook }) => {
      if (type !== 'Webhook' && type !== '') return createLink(type, name, flags, services)
      const { settings, clientFile } = await webhookFromFile(name, webhook)
      return webhookLink(settings, clientFile, 'connection-file-unusable-accepted', services)
    }),
  )
}

async function linksOfModes(
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<readonly ChainLink[]> {
  const flagModes = flags.strings('authorization-mode')
  const modes = flagModes.length === 0 ? ['AlwaysAllow'] : flagModes
  const effectiveModes = modes.length > 1 && fault('only-first-mode-used') ? modes.slice(0, 1) : modes
  return Promise.all(
    effectiveModes.map(async (mode) => {
      if (mode !== 'Webhook') return createLink(mode, mode.toLowerCase(), flags, services)
      const { webhookFromFlags } = await import('./webhook/settings-from-flags.ts')
      const settings = webhookFromFlags(flags)
      const file = flags.string('authorization-webhook-config-file')
      return webhookLink(settings, file, 'authorization-webhook-file-unusable-accepted', services)
    }),
  )
}

async function webhookLink(
  settings: WebhookSettings,
  clientFile: string | undefined,
  unusableFault: 'authorization-webhook-file-unusable-accepted' | 'connection-file-unusable-accepted',
  { metrics, dial }: AuthorizationServices,
): Promise<ChainLink> {
  const { readIfPresent } = await import('../../client-config/read.ts')
  const { makeClient } = await import('../../client-config/client.ts')
  const { WebhookAuthorizer } = await import('./webhook/authorizer.ts')
  const config = clientFile === undefined ? undefined : readIfPresent(clientFile, () => fault(unusableFault))
  const client =
    config === undefined
      ? { post: () => Promise.reject(new Error('no address is known')) }
      : makeClient(config, dial)
  return new WebhookAuthorizer(settings, client, metrics)
}

async function createLink(
  type: string,
  name: string,
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<ChainLink> {
  const authorizer = await authorizerOf(type, flags, services)
  return { type, name, decide: (attributes) => authorizer.decide(attributes) }
}

async function authorizerOf(
  type: string,
  flags: FlagValues,
  { objects }: AuthorizationServices,
): Promise<Authorizer> {
  switch (type) {
    case 'AlwaysAllow':
      return alwaysAllow(!flags.isSet('authorization-mode') && !flags.isSet('authorization-config'))
    case 'AlwaysDeny':
      return alwaysDeny()
    case 'ABAC': {
      const { abac } = await import('./abac.ts')
      const { readPolicies } = await import('./abac-policy.ts')
      return abac(readPolicies(flags.string('authorization-policy-file') ?? ''))
    }
    case 'RBAC': {
      const { rbac } = await import('./rbac.ts')
      return withFault(rbac(objects), 'rbac-allows-everything')
    }
    case 'Node': {
      const { nodeAuthorizer } = await import('./node.ts')
      return withFault(nodeAuthorizer(), 'node-allows-everything')
    }
    default:
      return { decide: async () => ({ verdict: 'no opinion' }) }
  }
}

/** Returns an authorizer that, with a fault, allows requests about which it has no opinion. */
function withFault(authorizer: Authorizer, name: FaultName): Authorizer {
  return {
    async decide(attributes) {
      const decision = await authorizer.decide(attributes)
      return decision.verdict === 'no opinion' && fault(name) ? { verdict: 'allow' } : decision
    },
  }
}
