import type { FlagValues } from '../../../flags/flag-values.ts'
import { fault } from '../../../quirks/quirks.ts'
import type { Route } from '../../../serving/router.ts'
import type { ObjectReader } from '../../objects/reader.ts'
import type { TokenAuthenticator } from '../../api/authenticator.ts'
import { serviceAccountTokens } from './authenticator.ts'
import { issuerDiscoveryRoutes } from './discovery.ts'
import { type KeySource, keysFromFlags } from './key-source.ts'
import { readSigningKey } from './keys.ts'
import { serviceAccountSettings } from './settings.ts'
import { signToken } from './signature.ts'
import { tokenRequestRoute } from './token-request.ts'

/** Authenticator and endpoints of service account tokens. */
export interface ServiceAccounts {
  readonly tokens: TokenAuthenticator
  readonly routes: readonly Route[]
}

/**
 * Configures service accounts from the `--service-account-*` flags. Throws a Refusal for missing keys or a missing
 * signer.
 */
export async function configureServiceAccounts(
  flags: FlagValues,
  apiAudiences: readonly string[],
  objects: ObjectReader,
): Promise<ServiceAccounts> {
  const keys = await keySource(flags)
  const settings = serviceAccountSettings(flags, apiAudiences, keys.longestMs)
  return {
    tokens: serviceAccountTokens(settings, keys, objects),
    routes: [tokenRequestRoute(settings, keys, objects), ...issuerDiscoveryRoutes(flags, settings, keys)],
  }
}

async function keySource(flags: FlagValues): Promise<KeySource> {
  const socket = flags.string('service-account-signing-endpoint')
  const hasKeyFile = flags.string('service-account-signing-key-file') !== undefined
  // The combination is refused unless a fault permits it; then the key of the file is used.
  if (socket === undefined || hasKeyFile) return keysFromFlags(flags)
  const { externalSigner } = await import('./external-signer.ts')
  const externalKeys = await externalSigner(socket)
  const servingKeyFile = flags.string('tls-private-key-file')
  if (servingKeyFile === undefined || !fault('external-signer-not-used')) return externalKeys
  const key = readSigningKey(servingKeyFile, 'tls-private-key-file')
  return { ...externalKeys, sign: async (claims) => signToken(claims, key) }
}
