import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import { recordAt, timestamp, type StoredObject } from '../model/object.ts'
import type { Author } from '../objects/prepare.ts'

const algorithm = 'ES256'
const keyId = 'service-accounts'
// Minimum and default lifetime of a requested token.
const hourSeconds = 3_600

/** Users of tokens: those that a test has registered, and service accounts with tokens of this server. */
export class Identities {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly #known: Map<string, Author>
  readonly #minted = new Set<string>()
  #pair: ReturnType<typeof generateKeyPair> | undefined

  constructor(issuer: string, known: Readonly<Record<string, Author>> = {}) {
    this.issuer = issuer
    this.audiences = [issuer]
    this.#known = new Map(Object.entries(known))
  }

  /** Registers a token of a user. */
  add(token: string, user: Author): void {
    this.#known.set(token, user)
  }

  /**
   * Returns the user of a token that was registered, or made here; without validation of its signature or its time.
   */
  known(token: string): Author | undefined {
    return this.#known.get(token)
  }

  /**
   * User of a token and those of the requested audiences that the token is valid for; `undefined` for an unknown, an
   * expired, or another audience's token.
   * @param requested audiences of a TokenReview; empty for those of this server. A token that a test named is valid for any.
   */
  async review(
    token: string,
    requested: readonly string[],
  ): Promise<{ user: Author; audiences: readonly string[] } | undefined> {
    const wanted = requested.length > 0 ? requested : this.audiences
    const known = this.#known.get(token)
    if (known !== undefined && !this.#minted.has(token)) return { user: known, audiences: wanted }
    if (this.#pair === undefined) return undefined
    const { publicKey } = await this.#pair
    const verified = await jwtVerify(token, publicKey, { issuer: this.issuer }).catch(() => undefined)
    const { sub, aud = [] } = verified?.payload ?? {}
    const audiences = wanted.filter((audience) => [aud].flat().includes(audience))
    return sub === undefined || audiences.length === 0 ? undefined : { user: serviceAccount(sub), audiences }
  }

  /** Returns a token of a service account, and its expiry. */
  async mint(
    account: StoredObject,
    spec: Readonly<Record<string, unknown>>,
  ): Promise<{ token: string; expirationTimestamp: string; seconds: number; audiences: readonly string[] }> {
    const { privateKey } = await this.#keys()
    const seconds = typeof spec.expirationSeconds === 'number' ? spec.expirationSeconds : hourSeconds
    const wanted = Array.isArray(spec.audiences) ? (spec.audiences as string[]) : []
    const audiences = wanted.length > 0 ? wanted : this.audiences
    const { namespace = '', name, uid } = account.metadata
    const issuedAt = Math.floor(Date.now() / 1_000)
    const bound = recordAt(spec, 'boundObjectRef')
    const reference = typeof bound.kind === 'string' && {
      [bound.kind.toLowerCase()]: { name: bound.name, uid: bound.uid },
    }
    const subject = `system:serviceaccount:${namespace}:${name}`
    const token = await new SignJWT({
      'kubernetes.io': { namespace, serviceaccount: { name, uid }, ...reference },
    })
      .setProtectedHeader({ alg: algorithm, kid: keyId })
      .setIssuer(this.issuer)
      .setSubject(subject)
      .setAudience([...audiences])
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .setJti(randomUUID())
      .sign(privateKey)
    this.#remember(token, serviceAccount(subject))
    return { token, expirationTimestamp: timestamp((issuedAt + seconds) * 1_000), seconds, audiences }
  }

  /** Returns the public keys that verify the tokens. */
  async keySet(): Promise<{ keys: JWK[] }> {
    const { publicKey } = await this.#keys()
    return { keys: [{ ...(await exportJWK(publicKey)), use: 'sig', kid: keyId, alg: algorithm }] }
  }

  #keys(): ReturnType<typeof generateKeyPair> {
    this.#pair ??= generateKeyPair(algorithm, { extractable: true })
    return this.#pair
  }

  #remember(token: string, user: Author): void {
    this.#known.set(token, user)
    this.#minted.add(token)
    if (this.#known.size <= maxTokens) return
    const [oldest] = this.#known.keys()
    if (oldest === undefined) return
    this.#known.delete(oldest)
    this.#minted.delete(oldest)
  }
}

// A client requests a token every few minutes at most.
const maxTokens = 10_000

function serviceAccount(subject: string): Author {
  const namespace = subject.split(':')[2] ?? ''
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
  return { name: subject, groups }
}
