import type { FlagValues } from '../../flags/flag-values.ts'
import type { Dialer } from '../dialer.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ObjectReader } from '../objects/reader.ts'
import type { Authorizer, ChainLink } from './authorizer.ts'
import { authorizerChain } from './chain.ts'
import { privileged } from './privileged.ts'
import type { WebhookSettings } from './webhook/settings.ts'

/** What authorizers need besides flags. */
export interface AuthorizationServices {
  readonly quirks: ServerQuirks
  readonly metrics: Metrics
  readonly objects: ObjectReader
  /** Opens connections to webhooks. */
  readonly dial: Dialer
}

/** Makes the chain that flags or file ask for; throws a Refusal when it cannot be. */
export async function configureAuthorization(
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<Authorizer> {
  const { metrics, quirks } = services
  const links = flags.isSet('authorization-config')
    ? await linksOfFile(flags, services)
    : await linksOfModes(flags, services)
  return privileged(authorizerChain(links, metrics, quirks))
}

async function linksOfFile(
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<readonly ChainLink[]> {
  const { loadConfig } = await import('../config/load.ts')
  const { authorizationKind } = await import('../config/authorization.ts')
  const { webhookFromFile } = await import('./webhook/settings-from-file.ts')
  const path = flags.string('authorization-config') ?? ''
  const { authorizers } = await loadConfig(path, authorizationKind, services.quirks)
  return Promise.all(
    (authorizers ?? []).map(async ({ type = '', name = '', webhook }) => {
      if (type !== 'Webhook' && type !== '') return link(type, name, flags, services)
      const { settings, clientFile } = await webhookFromFile(name, webhook)
      return webhookLink(settings, clientFile, services)
    }),
  )
}

async function linksOfModes(
  flags: FlagValues,
  services: AuthorizationServices,
): Promise<readonly ChainLink[]> {
  const { quirks } = services
  const modes = flags.strings('authorization-mode')
  const used = modes.length > 1 && quirks.fault('only-first-mode-used') ? modes.slice(0, 1) : modes
  if (!flags.isSet('authorization-mode') && quirks.fault('authorization-mode-default-denies')) return []
  return Promise.all(
    used.map(async (mode) => {
      if (mode !== 'Webhook') return link(mode, mode.toLowerCase(), flags, services)
      const { webhookFromFlags } = await import('./webhook/settings-from-flags.ts')
      const settings = webhookFromFlags(flags, quirks)
      return webhookLink(settings, flags.string('authorization-webhook-config-file'), services)
    }),
  )
}

async function webhookLink(
  settings: WebhookSettings,
  clientFile: string | undefined,
  { quirks, metrics, dial }: AuthorizationServices,
): Promise<ChainLink> {
  const { readClientConfig } = await import('../../client-config/read.ts')
  const { makeClient } = await import('../../client-config/client.ts')
  const { WebhookAuthorizer } = await import('./webhook/authorizer.ts')
  const client =
    clientFile === undefined
      ? { post: () => Promise.reject(new Error('no address is known')) }
      : makeClient(readClientConfig(clientFile, quirks), dial, quirks)
  return new WebhookAuthorizer(settings, client, metrics, quirks)
}

async function link(
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
  { quirks, objects }: AuthorizationServices,
): Promise<Authorizer> {
  switch (type) {
    case 'AlwaysAllow':
      return fixed(quirks.fault('always-allow-has-no-opinion') ? 'no opinion' : 'allow')
    case 'AlwaysDeny':
      if (quirks.fault('always-deny-allows')) return fixed('allow')
      return fixed(quirks.fault('always-deny-has-no-opinion') ? 'no opinion' : 'deny')
    case 'ABAC': {
      const { abac } = await import('./abac.ts')
      const { readPolicies } = await import('./abac-policy.ts')
      return abac(readPolicies(flags.string('authorization-policy-file') ?? '', quirks), quirks)
    }
    case 'RBAC': {
      const { rbac } = await import('./rbac.ts')
      return quirks.fault('rbac-allows-everything') ? fixed('allow') : rbac(objects)
    }
    case 'Node': {
      const { nodeAuthorizer } = await import('./node.ts')
      return quirks.fault('node-allows-everything') ? fixed('allow') : nodeAuthorizer
    }
    default:
      return fixed('no opinion')
  }
}

function fixed(verdict: 'allow' | 'deny' | 'no opinion'): Authorizer {
  return { decide: async () => ({ verdict }) }
}
