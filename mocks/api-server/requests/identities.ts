import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import { recordAt, timestamp, type StoredObject } from '../model/object.ts'
import type { Author } from '../objects/prepare.ts'

const algorithm = 'ES256'
const keyId = 'service-accounts'
// Default lifetime of a reviewedAudiences token.
const defaultLifetimeSeconds = 3_600

/** Users of tokens: users that a test registers, and service accounts with tokens of this server. */
export class Identities {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly #usersByToken: Map<string, Author>
  readonly #mintedTokens = new Set<string>()
  #keyPair: ReturnType<typeof generateKeyPair> | undefined

  constructor(issuer: string, users: Readonly<Record<string, Author>> = {}) {
    this.issuer = issuer
    this.audiences = [issuer]
    this.#usersByToken = new Map(Object.entries(users))
  }

  /** Registers a token of a user. */
  add(token: string, user: Author): void {
    this.#usersByToken.set(token, user)
  }

  /** Returns the user of a registered or issued token, without validation of its signature or lifetime. */
  known(token: string): Author | undefined {
    return this.#usersByToken.get(token)
  }

  /**
   * Returns the user of a token and the requested audiences for which the token is valid; `undefined` if the token is
   * unknown, expired or for other audiences.
   * @param reviewedAudiences audiences of a TokenReview; empty for the audiences of this server. A token that a test
   *   registered is valid for any audience.
   */
  async review(
    token: string,
    reviewedAudiences: readonly string[],
  ): Promise<{ user: Author; audiences: readonly string[] } | undefined> {
    const wantedAudiences = reviewedAudiences.length > 0 ? reviewedAudiences : this.audiences
    const user = this.#usersByToken.get(token)
    if (user !== undefined && !this.#mintedTokens.has(token)) return { user, audiences: wantedAudiences }
    if (this.#keyPair === undefined) return undefined
    const { publicKey } = await this.#keyPair
    const verifiedToken = await jwtVerify(token, publicKey, { issuer: this.issuer }).catch(() => undefined)
    const { sub, aud = [] } = verifiedToken?.payload ?? {}
    const audiences = wantedAudiences.filter((audience) => [aud].flat().includes(audience))
    return sub === undefined || audiences.length === 0 ? undefined : { user: serviceAccount(sub), audiences }
  }

  /** Returns a token of a service account, and its expiry. */
  async mint(
    account: StoredObject,
    spec: Readonly<Record<string, unknown>>,
  ): Promise<{ token: string; expirationTimestamp: string; seconds: number; audiences: readonly string[] }> {
    const { privateKey } = await this.#keys()
    const seconds =
      typeof spec.expirationSeconds === 'number' ? spec.expirationSeconds : defaultLifetimeSeconds
    const requestedAudiences = Array.isArray(spec.audiences) ? (spec.audiences as string[]) : []
    const audiences = requestedAudiences.length > 0 ? requestedAudiences : this.audiences
    const { namespace = '', name, uid } = account.metadata
    const issuedAt = Math.floor(Date.now() / 1_000)
    const boundObject = recordAt(spec, 'boundObjectRef')
    const reference = typeof boundObject.kind === 'string' && {
      [boundObject.kind.toLowerCase()]: { name: boundObject.name, uid: boundObject.uid },
    }
    const username = `system:serviceaccount:${namespace}:${name}`
    const token = await new SignJWT({
      'kubernetes.io': { namespace, serviceaccount: { name, uid }, ...reference },
    })
      .setProtectedHeader({ alg: algorithm, kid: keyId })
      .setIssuer(this.issuer)
      .setSubject(username)
      .setAudience([...audiences])
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .setJti(randomUUID())
      .sign(privateKey)
    this.#remember(token, serviceAccount(username))
    return { token, expirationTimestamp: timestamp((issuedAt + seconds) * 1_000), seconds, audiences }
  }

  /** Returns the public keys that verify the tokens. */
  async keySet(): Promise<{ keys: JWK[] }> {
    const { publicKey } = await this.#keys()
    return { keys: [{ ...(await exportJWK(publicKey)), use: 'sig', kid: keyId, alg: algorithm }] }
  }

  #keys(): ReturnType<typeof generateKeyPair> {
    this.#keyPair ??= generateKeyPair(algorithm, { extractable: true })
    return this.#keyPair
  }

  #remember(token: string, user: Author): void {
    this.#usersByToken.set(token, user)
    this.#mintedTokens.add(token)
    if (this.#usersByToken.size <= maxTokens) return
    const [oldestToken] = this.#usersByToken.keys()
    if (oldestToken === undefined) return
    this.#usersByToken.delete(oldestToken)
    this.#mintedTokens.delete(oldestToken)
  }
}

// Maximum number of kept tokens, which bounds the memory. A client requests a token every few minutes at most.
const maxTokens = 10_000

function serviceAccount(username: string): Author {
  const namespace = username.split(':')[2] ?? ''
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
  return { name: username, groups }
}
