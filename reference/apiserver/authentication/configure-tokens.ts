import type { FlagValues } from '../../flags/flag-values.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Route } from '../../serving/router.ts'
import type { ObjectReader } from '../objects/reader.ts'
import type { TokenAuthenticator } from '../api/authenticator.ts'

/** Services for authenticators that read storage or call other servers. */
export interface TokenServices {
  readonly quirks: ServerQuirks
  readonly objects: ObjectReader
  /** Opens connections to the token webhook. */
  readonly dial: Dialer
  readonly apiAudiences: readonly string[]
}

/** Token authenticators, with their endpoints. */
export interface ConfiguredTokens {
  readonly tokens: readonly TokenAuthenticator[]
  readonly routes: readonly Route[]
}

/**
 * Creates the authenticators of service accounts, bootstrap tokens and the webhook. Throws a Refusal for an invalid
 * configuration.
 */
export async function configureTokens(flags: FlagValues, services: TokenServices): Promise<ConfiguredTokens> {
  const { quirks, objects, apiAudiences } = services
  const { configureServiceAccounts } = await import('./service-accounts/configure.ts')
  const accounts = await configureServiceAccounts(flags, apiAudiences, objects, quirks)
  const tokens = [accounts.tokens, ...(await bootstrap(flags, services)), ...(await webhook(flags, services))]
  return { tokens, routes: accounts.routes }
}

async function bootstrap(
  flags: FlagValues,
  { quirks, objects }: TokenServices,
): Promise<readonly TokenAuthenticator[]> {
  const { bootstrapTokens, isBootstrapToken } = await import('./bootstrap-tokens.ts')
  const known = bootstrapTokens(objects, quirks)
  const isOn = flags.bool('enable-bootstrap-token-auth')
  return [
    {
      async authenticateToken(token) {
        if (!isBootstrapToken(token)) return undefined
        const off = isOn
          ? quirks.fault('bootstrap-tokens-ignored')
          : !quirks.fault('bootstrap-tokens-without-flag')
        return off ? undefined : known.authenticateToken(token)
      },
    },
  ]
}

async function webhook(
  flags: FlagValues,
  { quirks, dial, apiAudiences }: TokenServices,
): Promise<readonly TokenAuthenticator[]> {
  const file = flags.string('authentication-token-webhook-config-file')
  if (file === undefined || quirks.fault('token-webhook-ignored')) return []
  const { readOrUndefined } = await import('../../client-config/read.ts')
  const { makeClient } = await import('../../client-config/client.ts')
  const { tokenWebhook, tokenWebhookSettings } = await import('./token-webhook.ts')
  const config = readOrUndefined(file, quirks, () => quirks.fault('token-webhook-file-unusable-accepted'))
  if (config === undefined) return []
  const client = makeClient(config, dial, quirks)
  return [tokenWebhook(tokenWebhookSettings(flags, apiAudiences, quirks), client, quirks)]
}
