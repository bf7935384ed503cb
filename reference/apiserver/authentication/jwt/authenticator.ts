import { fault, freedom } from '../../../quirks/quirks.ts'
import { type Authenticated, AuthenticationError } from '../../api/authenticator.ts'
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
  readonly #provider: Provider
  readonly #otherProviders = new Map<string, Provider>()
  /** Accepted tokens. Only a fault reads them. */
  readonly #remembered = new Map<string, Authenticated>()

  constructor(settings: JwtSettings, client: IssuerClient) {
    this.settings = settings
    this.#client = client
    this.#provider = new Provider(settings.issuer, client)
  }

  /** Starts the discovery of the issuer in the background. */
  start(signal: AbortSignal, report: (problem: string) => void): void {
    this.#provider.start(signal, report)
  }

  /** True if nothing listens at the address of the issuer. */
  get isDead(): boolean {
    return this.#provider.isDead
  }

  /** Fetches the keys of the issuer without a token of this issuer. Only a fault calls this method. */
  async fetchKeys(): Promise<void> {
    await (await this.#provider.keys()).prefetch()
  }

  /** Authenticates a token of this issuer. Throws an AuthenticationError with the cause for an invalid token. */
  async authenticate(token: string, parsed: ParsedToken): Promise<Authenticated> {
    const { issuer, claimRules, username, userRules } = this.settings
    const remembered = this.#remembered.get(token)
    const isOver = Number(parsed.claims['exp']) * 1_000 <= Date.now()
    if (remembered !== undefined && isOver && fault('expired-tokens-remembered')) return remembered
    if (freedom('claims-checked-before-signature')) {
      checkStandardClaims(parsed.claims, issuer.audiences)
    }
    await checkSignature(token, parsed, issuer.algorithms, this.#provider)
    if (claimRules.length > 0 && fault('claim-rules-before-standard-claims'))
      await checkClaimRules(claimRules, parsed.claims)
    checkStandardClaims(parsed.claims, issuer.audiences)
    const claims = await this.#withDistributedGroups(parsed.claims)
    const prefix = 'prefix' in username ? username.prefix : ''
    const userBeforeRules =
      claimRules.length > 0 && fault('mappings-before-claim-rules')
        ? await mapUser(this.settings, claims)
        : undefined
    if (claimRules.length > 0 && userRules.length > 0 && fault('claim-rules-after-user-rules'))
      await this.#checkUserRulesFirst(claims, prefix)
    await checkClaimRules(claimRules, claims)
    const user = userBeforeRules ?? (await mapUser(this.settings, claims))
    await checkUserRules(userRules, user, prefix)
    this.#remembered.set(token, { user })
    return { user }
  }

  /** Applies the user rules first, as a fault requires. An invalid user is accepted. */
  async #checkUserRulesFirst(claims: Claims, prefix: string): Promise<void> {
    const user = await mapUser(this.settings, claims).catch(() => undefined)
    if (user !== undefined) await checkUserRules(this.settings.userRules, user, prefix)
  }

  async #withDistributedGroups(claims: Claims): Promise<Claims> {
    const { groups } = this.settings
    if (groups === undefined || !('claim' in groups) || Object.hasOwn(claims, groups.claim)) return claims
    const source = claimSource(claims, groups.claim)
    if (source === undefined || freedom('distributed-claims-not-followed')) return claims
    const headers: Record<string, string> =
      source.accessToken === undefined ? {} : { authorization: `Bearer ${source.accessToken}` }
    const token = await this.#fetch(source.endpoint, headers)
    const distributedToken = parseToken(token.trim())
    if (distributedToken === undefined) throw new AuthenticationError(`${source.endpoint} gave no token`)
    const { issuer } = this.settings
    const provider = this.#providerOf(String(distributedToken.claims['iss']))
    await checkSignature(token.trim(), distributedToken, issuer.algorithms, provider)
    checkStandardClaims(distributedToken.claims, issuer.audiences)
    return { ...claims, [groups.claim]: distributedToken.claims[groups.claim] ?? null }
  }

  async #fetch(endpoint: string, headers: Readonly<Record<string, string>>): Promise<string> {
    try {
      return await this.#client.get(endpoint, headers, 'distributed-claims')
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AuthenticationError(`distributed claims: ${reason}`, { cause })
    }
  }

  #providerOf(issuer: string): Provider {
    if (issuer === this.settings.issuer.url) return this.#provider
    const settings = { url: issuer, discoveryUrl: undefined }
    const provider = this.#otherProviders.get(issuer) ?? new Provider(settings, this.#client)
    this.#otherProviders.set(issuer, provider)
    return provider
  }
}
