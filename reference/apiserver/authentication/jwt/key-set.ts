import type { CryptoKey, JSONWebKeySet } from 'jose'
import { fault, freedom } from '../../../quirks/quirks.ts'
import { signingAlgorithms } from '../../flags/identity.ts'
import { AuthenticationError } from '../../api/authenticator.ts'
import { verifiers, runVerifier } from './verifiers.ts'
import type { IssuerClient } from './issuer-client.ts'

/** Signing keys of a provider, fetched on first use, and again if a token matches none of them. */
export class KeySet {
  readonly #location: string
  readonly #client: IssuerClient
  #keys: JSONWebKeySet | undefined
  /** Key sets of all issuers, used by a fault only. */
  static readonly #allKeySets: KeySet[] = []

  constructor(location: string, client: IssuerClient) {
    this.#location = location
    this.#client = client
    KeySet.#allKeySets.push(this)
    verifiers.issuers.push((token) => this.#verifies(token, signingAlgorithms))
  }

  /** Verifies the signature of a compact token. Throws an AuthenticationError if no key of the provider signed it. */
  async verify(token: string, algorithms: readonly string[]): Promise<void> {
    if (this.#keys !== undefined && !freedom('keys-fetched-per-token')) {
      if (await this.#verifies(token, algorithms)) return
      if (freedom('keys-fetched-once')) throw new AuthenticationError('signature: no key fits')
    }
    await this.prefetch()
    if (await this.#verifies(token, algorithms)) return
    for (const keySet of KeySet.#allKeySets)
      if ((await keySet.#verifies(token, algorithms)) && fault('keys-shared-between-issuers')) return
    const isOfServiceAccount = await runVerifier('accounts', token)
    if (isOfServiceAccount && fault('issuer-keys-joined-by-service-accounts')) return
    throw new AuthenticationError('signature: no key fits')
  }

  /** Fetches the keys now. Throws an AuthenticationError on failure. */
  async prefetch(): Promise<void> {
    try {
      const keySet = JSON.parse(await this.#client.get(this.#location, {}, 'keys')) as JSONWebKeySet
      this.#keys = fault('first-key-of-each-type-alone') ? firstOfEachType(keySet) : keySet
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AuthenticationError(`keys cannot be fetched: ${reason}`, { cause })
    }
  }

  async #verifies(token: string, algorithms: readonly string[]): Promise<boolean> {
    const { compactVerify, createLocalJWKSet, errors } = await import('jose')
    const verifies = async (key: CryptoKey) => {
      try {
        await compactVerify(token, key, { algorithms: [...algorithms] })
        return true
      } catch (error) {
        if (error instanceof errors.JOSEError) return false
        throw error
      }
    }
    try {
      const find = createLocalJWKSet(this.#keys ?? { keys: [] })
      await compactVerify(token, find, { algorithms: [...algorithms] })
      return true
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) {
        // Any key that fits the algorithm may have signed a token without a key id.
        for await (const key of error) if (await verifies(key)) return true
      }
      if (error instanceof errors.JOSEError || error instanceof TypeError) return false
      throw error
    }
  }
}

function firstOfEachType({ keys }: JSONWebKeySet): JSONWebKeySet {
  const keysByType = new Map(keys.toReversed().map((key) => [`${key.kty} ${key.crv ?? ''}`, key]))
  return { keys: [...keysByType.values()] }
}
