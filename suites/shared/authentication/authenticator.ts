import { setTimeout as sleep } from 'node:timers/promises'
import { currentCheck } from '#harness/check/context.ts'
import { expect } from '#harness/check/expect.ts'
import { nowMs } from '#harness/time.ts'
import type { HttpAnswer } from '#harness/client/https.ts'
import {
  reviewToken,
  type TokenVerdict,
  type UserInfo,
  whoAmI,
  type WhoAmI,
} from '#harness/programs/reviews.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { until } from '#harness/machine/until.ts'
import type {
  Claims,
  MintOptions,
  OidcEndpoint,
  OidcHost,
  OidcIssuer,
  OidcSeen,
} from '#mocks/oidc-issuer/index.ts'
import { audience } from './configuration.ts'
import type { AuthenticatorWorld } from './authenticators.ts'
import { expectTurnedAway } from './turned-away.ts'

const probeEveryMs = 25
// Between its discovery document and its first question for keys a server has nothing else to wait for.
const keysWithinMs = 4_000

/** How long an implementation may take to know its issuers. */
export function issuersMs(): number {
  return currentCheck().settings.target.limits.issuersMs
}

/** One JWT authenticator of a running server, with the issuer it trusts. */
export class Authenticator {
  readonly name: string
  readonly #world: AuthenticatorWorld
  #trusted: Promise<boolean> | undefined

  constructor(name: string, world: AuthenticatorWorld) {
    this.name = name
    this.#world = world
  }

  /** The issuer that it trusts. */
  async issuer(): Promise<OidcIssuer> {
    return this.#world.issuerOf?.(this.name) ?? (await this.#world.host()).issuer(this.name)
  }

  host(): Promise<OidcHost> {
    return this.#world.host()
  }

  /** Another issuer of the same host, which belongs to this authenticator by its name only. */
  async neighbour(suffix: string): Promise<OidcIssuer> {
    return (await this.#world.host()).issuer(`${this.name}.${suffix}`)
  }

  server(): Promise<ApiServer> {
    return this.#world.server()
  }

  /** A token of the issuer for the audience that the server accepts; a claim set to `undefined` is left out. */
  async mint(claims: Claims = {}, options: MintOptions = {}): Promise<string> {
    return (await this.issuer()).mint({ aud: [audience], ...claims }, options)
  }

  /** Whom the server takes a token's bearer for, once it knows the issuer. */
  async whoAmI(token: string): Promise<WhoAmI> {
    const seen = await this.present(token)
    if (seen.status === 201 || (await this.keysAsked()) > 0) return seen
    this.#trusted ??= this.#untilTrusted()
    await this.#trusted
    return this.present(token)
  }

  /** Waits until the server knows the issuer, or should: then it has had the time to know others as well. */
  async untilKnown(): Promise<void> {
    await this.whoAmI(await this.mint())
  }

  /** Whom the server takes a token's bearer for, whether or not it knows the issuer already. */
  async present(token: string): Promise<WhoAmI> {
    currentCheck().needs('who-am-i')
    return whoAmI(await this.server(), { token })
  }

  /** The whole answer to a token's bearer, as text. */
  async answerTo(token: string): Promise<string> {
    return (await this.#ask(token)).body
  }

  /** Status and, where the answer is a status object, reason and message of a refusal. */
  async refusalOf(token: string): Promise<object> {
    await this.whoAmI(token)
    const { status, body } = await this.#ask(token)
    const { reason, message } = statusIn(body)
    return { status, ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) }
  }

  /** The user that a token comes to; it must be accepted. */
  async userOf(token: string): Promise<UserInfo> {
    const seen = await this.whoAmI(token)
    expect(seen).toMatchObject({ status: 201 })
    if (seen.user === undefined)
      throw new HarnessError('untestable', 'The review of the caller names no user.')
    return seen.user
  }

  /** The user that a token with these claims comes to; the token must be accepted. */
  async user(claims: Claims = {}): Promise<UserInfo> {
    return this.userOf(await this.mint(claims))
  }

  /** The groups that the mapping gives a token with these claims, sorted, without those that every user has. */
  async groups(claims: Claims): Promise<readonly string[]> {
    return mappedGroups(await this.user(claims))
  }

  /** Whether and why the server refuses a token, in its own words. */
  async review(token: string): Promise<TokenVerdict> {
    currentCheck().needs('token-review')
    return reviewToken(await this.server(), token)
  }

  /** A token is refused, and the issuer's keys had been fetched: the refusal is about the token. */
  async expectRefused(token: string): Promise<void> {
    expectTurnedAway(await this.whoAmI(token))
    if ((await this.keysAsked()) === 0) {
      throw new HarnessError(
        'untestable',
        'The token was refused, but the issuer’s keys were never fetched, so not because of it.',
      )
    }
  }

  /** A token with these claims is refused for what they say. */
  async expectClaimsRefused(claims: Claims): Promise<void> {
    await this.expectRefused(await this.mint(claims))
  }

  /** A token is refused because the issuer itself is not trusted, although the server has asked for its discovery document. */
  async expectIssuerRefused(asked: OidcIssuer, token: string): Promise<void> {
    await this.server()
    await until(() => asked.journal.some(({ endpoint }) => endpoint === 'discovery'), {
      withinMs: issuersMs(),
      what: `the discovery document of ${asked.name} was asked for`,
    })
    expectTurnedAway(await this.present(token))
  }

  /** A token is refused because the server gave up the connection with its issuer without asking anything. */
  async expectConnectionRefused(): Promise<void> {
    await this.server()
    const [host, issuer] = [await this.host(), await this.issuer()]
    await until(() => host.journal.some(({ origin }) => issuer.url.startsWith(`${origin}/`)), {
      withinMs: issuersMs(),
      what: 'the server connected with the issuer',
    })
    expectTurnedAway(await this.present(await this.mint()))
    expect(
      issuer.journal.map(({ what }) => what),
      'what the issuer was asked',
    ).toEqual([])
  }

  /** How often the keys that verify this authenticator's tokens were asked for. */
  async keysAsked(): Promise<number> {
    return (await this.#asked('keys')).length
  }

  async #ask(token: string): Promise<HttpAnswer> {
    const path = '/apis/authentication.orch.io/v1/selfsubjectreviews'
    return (await this.server()).request({ method: 'POST', path, token, body: {} })
  }

  /** Presents tokens until the server fetches the keys; false when it has not in time. */
  async #untilTrusted(): Promise<boolean> {
    const sinceMs = nowMs()
    while ((await this.keysAsked()) === 0) {
      const discoveredMs = (await this.#asked('discovery')).at(-1)?.atMs ?? Infinity
      const giveUpAtMs = Math.min(sinceMs + issuersMs(), Math.max(sinceMs, discoveredMs) + keysWithinMs)
      if (nowMs() > giveUpAtMs) return false
      await sleep(probeEveryMs)
      await this.present(await this.mint())
    }
    return true
  }

  /** What was asked about this authenticator's issuers. */
  async #asked(kind: OidcEndpoint): Promise<readonly OidcSeen[]> {
    const { issuers } = await this.#world.host()
    const own = await this.issuer()
    return issuers
      .filter((issuer) => issuer === own || issuer.name.startsWith(`${this.name}.`))
      .flatMap(({ journal }) => journal.filter(({ endpoint }) => endpoint === kind))
  }
}

/** The groups of a user, sorted, without the one that every authenticated user may have. */
export function mappedGroups({ groups = [] }: UserInfo): readonly string[] {
  return groups.filter((group) => group !== 'system:authenticated').toSorted()
}

function statusIn(body: string): { readonly reason?: unknown; readonly message?: unknown } {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
