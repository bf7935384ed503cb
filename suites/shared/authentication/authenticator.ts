import { currentCheck, expect, HarnessError, hasCode, until } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import {
  reviewToken,
  type TokenVerdict,
  type UserInfo,
  whoAmI,
  type CallerIdentity,
} from '#harness/programs/reviews.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type {
  Claims,
  MintOptions,
  OidcEndpoint,
  OidcHost,
  OidcIssuer,
  OidcRequest,
} from '#mocks/oidc-issuer/index.ts'
import { audience } from './configuration.ts'
import type { AuthenticatorFixture } from './authenticators.ts'
import { expectUnauthenticated } from './expect-unauthenticated.ts'

// Longest time between the requests for the discovery document and the keys.
const keysWithinMs = 4_000

/** Returns the longest time in which an implementation discovers its issuers. */
export function issuersMs(): number {
  return currentCheck().settings.target.limits.issuersMs
}

/** One JWT authenticator of a running server, with its trusted issuer. */
export class Authenticator {
  readonly name: string
  readonly #fixture: AuthenticatorFixture
  /** Error of the wait until the server knows the issuer, if that did not become true in time. */
  #trustFailure: Promise<unknown> | undefined

  constructor(name: string, fixture: AuthenticatorFixture) {
    this.name = name
    this.#fixture = fixture
  }

  /** Returns the trusted issuer. */
  async issuer(): Promise<OidcIssuer> {
    return this.#fixture.issuerOf?.(this.name) ?? (await this.#fixture.host()).issuer(this.name)
  }

  host(): Promise<OidcHost> {
    return this.#fixture.host()
  }

  /** Returns another issuer of the same host, which belongs to this authenticator only by name. */
  async neighbour(suffix: string): Promise<OidcIssuer> {
    return (await this.#fixture.host()).issuer(`${this.name}.${suffix}`)
  }

  server(): Promise<ApiServer> {
    return this.#fixture.server()
  }

  /** Returns a token of the issuer for the audience that the server accepts. A claim set to `undefined` is omitted. */
  async mint(claims: Claims = {}, options: MintOptions = {}): Promise<string> {
    return (await this.issuer()).mint({ aud: [audience], ...claims }, options)
  }

  /** Returns the user of a token, once the server knows the issuer. */
  async whoAmI(token: string): Promise<CallerIdentity> {
    const callerIdentity = await this.present(token)
    if (callerIdentity.status === 201 || (await this.keyRequests()) > 0) return callerIdentity
    this.#trustFailure ??= this.#untilTrusted()
    await this.#trustFailure
    return this.present(token)
  }

  /**
   * Waits until the server knows the issuer, or for the longest discovery time. By then it has also discovered other
   * issuers.
   */
  async untilKnown(): Promise<void> {
    await this.whoAmI(await this.mint())
  }

  /** Returns the user of a token, without a wait for the server to know the issuer. */
  async present(token: string): Promise<CallerIdentity> {
    currentCheck().needs('who-am-i')
    return whoAmI(await this.server(), { token })
  }

  /** Returns the whole response to a request with a token, as text. */
  async answerTo(token: string): Promise<string> {
    return (await this.#send(token)).body
  }

  /** Returns the status of a rejection and, if the response is a status object, its reason and message. */
  async refusalOf(token: string): Promise<object> {
    await this.whoAmI(token)
    const { status, body } = await this.#send(token)
    const { reason, message } = statusIn(body)
    return { status, ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) }
  }

  /** Returns the user of a token, which must be accepted. */
  async userOf(token: string): Promise<UserInfo> {
    const callerIdentity = await this.whoAmI(token)
    expect(callerIdentity).toMatchObject({ status: 201 })
    if (callerIdentity.user === undefined)
      throw new HarnessError('untestable', 'The review of the caller names no user.')
    return callerIdentity.user
  }

  /** Returns the user of a token with these claims, which must be accepted. */
  async user(claims: Claims = {}): Promise<UserInfo> {
    return this.userOf(await this.mint(claims))
  }

  /** Returns the mapped groups of a token with these claims, sorted, without the groups of every user. */
  async groups(claims: Claims): Promise<readonly string[]> {
    return mappedGroups(await this.user(claims))
  }

  /** Returns the server's verdict on a token, with the reason in its own words. */
  async review(token: string): Promise<TokenVerdict> {
    currentCheck().needs('token-review')
    return reviewToken(await this.server(), token)
  }

  /**
   * Expects that a token is rejected after the issuer's keys were fetched, so that the rejection is about the token.
   */
  async expectRefused(token: string): Promise<void> {
    expectUnauthenticated(await this.whoAmI(token))
    if ((await this.keyRequests()) === 0) {
      // The machine may be overloaded, or the server may have ended.
      const failure = await this.#trustFailure
      if (failure instanceof HarnessError && failure.code !== 'untestable') throw failure
      throw new HarnessError(
        'untestable',
        'The token was refused, but the issuer’s keys were never fetched, so not because of it.',
      )
    }
  }

  /** Expects that a token is rejected for these claims. */
  async expectClaimsRefused(claims: Claims): Promise<void> {
    await this.expectRefused(await this.mint(claims))
  }

  /**
   * Expects that a token is rejected because the issuer itself is not trusted, although the server has requested its
   * discovery document.
   */
  async expectIssuerRefused(issuer: OidcIssuer, token: string): Promise<void> {
    await this.server()
    await until(() => issuer.journal.some(({ endpoint }) => endpoint === 'discovery'), {
      withinMs: issuersMs(),
      what: `the discovery document of ${issuer.name} was asked for`,
    })
    expectUnauthenticated(await this.present(token))
  }

  /** Expects that a token is rejected because the server closed the connection to its issuer without a request. */
  async expectConnectionRefused(): Promise<void> {
    await this.server()
    const [host, issuer] = [await this.host(), await this.issuer()]
    await until(() => host.journal.some(({ origin }) => issuer.url.startsWith(`${origin}/`)), {
      withinMs: issuersMs(),
      what: 'the server connected with the issuer',
    })
    expectUnauthenticated(await this.present(await this.mint()))
    expect(
      issuer.journal.map(({ what }) => what),
      'what the issuer was asked',
    ).toEqual([])
  }

  /** Returns the number of requests for the keys of this authenticator's tokens. */
  async keyRequests(): Promise<number> {
    return (await this.#asked('keys')).length
  }

  async #send(token: string): Promise<HttpAnswer> {
    const path = '/apis/authentication.orch.io/v1/selfsubjectreviews'
    return (await this.server()).request({ method: 'POST', path, token, body: {} })
  }

  /** Sends tokens until the server fetches the keys. Returns the error of the wait on a timeout. */
  async #untilTrusted(): Promise<unknown> {
    const hasKeys = async (): Promise<boolean> => {
      if ((await this.keyRequests()) > 0) return true
      await this.present(await this.mint())
      return false
    }
    const hasDiscovery = async (): Promise<boolean> =>
      (await hasKeys()) || (await this.#asked('discovery')).length > 0
    try {
      await until(hasDiscovery, { withinMs: issuersMs(), what: `${this.name} was discovered` })
      await until(hasKeys, { withinMs: keysWithinMs, what: `the keys of ${this.name} were fetched` })
      return undefined
    } catch (error) {
      if (!hasCode(error, 'untestable')) throw error
      return currentCheck().explain(error)
    }
  }

  /** Returns the requests to this authenticator's issuers. */
  async #asked(kind: OidcEndpoint): Promise<readonly OidcRequest[]> {
    const { issuers } = await this.#fixture.host()
    const ownIssuer = await this.issuer()
    return issuers
      .filter((issuer) => issuer === ownIssuer || issuer.name.startsWith(`${this.name}.`))
      .flatMap(({ journal }) => journal.filter(({ endpoint }) => endpoint === kind))
  }
}

/** Returns the groups of a user, sorted, without the group that every authenticated user may have. */
export function mappedGroups({ groups = [] }: UserInfo): readonly string[] {
  return groups.filter((group) => group !== 'system:authenticated').toSorted()
}

function statusIn(body: string): { readonly reason?: unknown; readonly message?: unknown } {
  try {
    const parsedBody: unknown = JSON.parse(body)
    return typeof parsedBody === 'object' && parsedBody !== null ? parsedBody : {}
  } catch {
    return {}
  }
}
