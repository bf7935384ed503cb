import type { ServerQuirks } from '../../faults.ts'
import { type Authenticated, AuthenticationError } from '../authenticator.ts'
import { checkClaimRules } from './claim-rules.ts'
import { claimSource } from './distributed-claims.ts'
import type { IssuerClient } from './issuer-client.ts'
import { mapUser } from './mapping.ts'
import { type Claims, type ParsedToken, parseToken } from './parse.ts'
import { Provider } from './provider.ts'
import type { JwtSettings } from './settings.ts'
import { checkSignature } from './signature.ts'
import { checkStandardClaims } from './standard-claims.ts'
import { checkUserRules } from './user-rules.ts'

/** Authenticates the tokens of one issuer. */
export class JwtAuthenticator {
  readonly settings: JwtSettings
  readonly #client: IssuerClient
  readonly #quirks: ServerQuirks
  readonly #provider: Provider
  readonly #otherProviders = new Map<string, Provider>()

  constructor(settings: JwtSettings, client: IssuerClient, quirks: ServerQuirks) {
    this.settings = settings
    this.#client = client
    this.#quirks = quirks
    this.#provider = new Provider(settings.issuer, client, quirks)
  }

  /** Starts looking for the issuer in the background. */
  start(signal: AbortSignal, report: (problem: string) => void): void {
    this.#provider.start(signal, report)
  }

  /** Fetches the keys of the issuer although no token of its own came; only a fault does so. */
  async fetchKeys(): Promise<void> {
    await (await this.#provider.keys()).prefetch()
  }

  /** Authenticates a token of this issuer; throws an AuthenticationError with the cause when it is not good. */
  async authenticate(token: string, parsed: ParsedToken): Promise<Authenticated> {
    const { issuer, claimRules, username, userRules } = this.settings
    const quirks = this.#quirks
    if (quirks.freedom('claims-checked-before-signature')) {
      checkStandardClaims(parsed.claims, issuer.audiences, quirks)
    }
    await checkSignature(token, parsed, issuer.algorithms, this.#provider, quirks)
    checkStandardClaims(parsed.claims, issuer.audiences, quirks)
    const claims = await this.#withDistributedGroups(parsed.claims)
    const early = quirks.freedom('mappings-before-claim-rules')
      ? await mapUser(this.settings, claims, quirks)
      : undefined
    await checkClaimRules(claimRules, claims, quirks)
    const user = early ?? (await mapUser(this.settings, claims, quirks))
    await checkUserRules(userRules, user, 'prefix' in username ? username.prefix : '', quirks)
    return { user }
  }

  async #withDistributedGroups(claims: Claims): Promise<Claims> {
    const { groups } = this.settings
    if (groups === undefined || !('claim' in groups) || Object.hasOwn(claims, groups.claim)) return claims
    const source = claimSource(claims, groups.claim)
    if (source === undefined || this.#quirks.freedom('distributed-claims-not-followed')) return claims
    const headers: Record<string, string> =
      source.accessToken === undefined ? {} : { authorization: `Bearer ${source.accessToken}` }
    const token = await this.#fetch(source.endpoint, headers)
    const parsed = parseToken(token.trim())
    if (parsed === undefined) throw new AuthenticationError(`${source.endpoint} gave no token`)
    const { issuer } = this.settings
    const provider = this.#providerOf(String(parsed.claims['iss']))
    await checkSignature(token.trim(), parsed, issuer.algorithms, provider, this.#quirks)
    checkStandardClaims(parsed.claims, issuer.audiences, this.#quirks)
    return { ...claims, [groups.claim]: parsed.claims[groups.claim] ?? null }
  }

  async #fetch(endpoint: string, headers: Readonly<Record<string, string>>): Promise<string> {
    try {
      return await this.#client.get(endpoint, headers, 'distributed-claims')
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new AuthenticationError(`distributed claims: ${why}`, { cause })
    }
  }

  #providerOf(issuer: string): Provider {
    if (issuer === this.settings.issuer.url) return this.#provider
    const settings = { url: issuer, discoveryUrl: undefined }
    const provider = this.#otherProviders.get(issuer) ?? new Provider(settings, this.#client, this.#quirks)
    this.#otherProviders.set(issuer, provider)
    return provider
  }
}
