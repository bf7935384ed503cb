import type { FlagValues } from '../../flags/flag-values.ts'
import type { Dialer } from '../../client-config/dialer.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Route } from '../../serving/router.ts'
import type { ObjectReader } from '../objects/reader.ts'
import type { TokenAuthenticator } from '../api/authenticator.ts'

/** Services for authenticators that read storage or call other servers. */
export interface TokenServices {
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
  const { objects, apiAudiences } = services
  const { configureServiceAccounts } = await import('./service-accounts/configure.ts')
  const accounts = await configureServiceAccounts(flags, apiAudiences, objects)
  const tokens = [
    accounts.tokens,
    ...(await bootstrapAuthenticators(flags, services)),
    ...(await webhookAuthenticators(flags, services)),
  ]
  return { tokens, routes: accounts.routes }
}

async function bootstrapAuthenticators(
  flags: FlagValues,
  { objects }: TokenServices,
): Promise<readonly TokenAuthenticator[]> {
  const { bootstrapTokens, isBootstrapToken } = await import('./bootstrap-tokens.ts')
  const bootstrapAuthenticator = bootstrapTokens(objects)
  const isEnabled = flags.bool('enable-bootstrap-token-auth')
  return [
    {
      async authenticateToken(token) {
        if (!isBootstrapToken(token)) return undefined
        const isDisabled = isEnabled
          ? fault('bootstrap-tokens-ignored')
          : !fault('bootstrap-tokens-without-flag')
        return isDisabled ? undefined : bootstrapAuthenticator.authenticateToken(token)
      },
    },
  ]
}

async function webhookAuthenticators(
  flags: FlagValues,
  { dial, apiAudiences }: TokenServices,
): Promise<readonly TokenAuthenticator[]> {
  const file = flags.string('authentication-token-webhook-config-file')
  if (file === undefined || fault('token-webhook-ignored')) return []
  const { readIfPresent } = await import('../../client-config/read.ts')
  const { makeClient } = await import('../../client-config/client.ts')
  const { tokenWebhook, tokenWebhookSettings } = await import('./token-webhook.ts')
  const config = readIfPresent(file, () => fault('token-webhook-file-unusable-accepted'))
  if (config === undefined) return []
  const client = makeClient(config, dial)
  return [tokenWebhook(tokenWebhookSettings(flags, apiAudiences), client)]
}
