import { ReviewHost } from '../webhook/index.ts'
import type { ListenerOptions } from '../http/index.ts'
import { withTokenStatus } from './honest.ts'
import type { TokenReview, TokenUser } from './wire.ts'

export { wrongKind, wrongVersion } from '../webhook/index.ts'
export { authenticated, forAudiences, unauthenticated } from './faults.ts'
export type * from './wire.ts'

/** Listener options of token webhooks, and the users that they know. */
export interface TokenWebhooksOptions extends ListenerOptions {
  /** API group that reviews must have, `authentication.orch.io`. Default: any. */
  readonly group?: string
  /** Tokens that an honest webhook knows; `know` adds more. */
  readonly tokens?: Readonly<Record<string, TokenUser>>
}

/** Token webhooks behind one listener. `webhook(name).about(token)` is the part for one token. */
export class TokenWebhooks extends ReviewHost<TokenReview> {
  readonly #tokens: Map<string, TokenUser>

  /** @internal */
  constructor({ group, tokens = {} }: Pick<TokenWebhooksOptions, 'group' | 'tokens'> = {}) {
    const usersByToken = new Map(Object.entries(tokens))
    super({
      role: 'token-webhook',
      kind: 'TokenReview',
      group,
      subjectOf: (review) => review.spec?.token,
      honest: (review) => withTokenStatus(review, usersByToken.get(review.spec.token ?? '')),
    })
    this.#tokens = usersByToken
  }

  /** Adds a token of a user. The token stays known after a reset. */
  know(token: string, user: TokenUser): void {
    this.#tokens.set(token, user)
  }
}

/**
 * Starts a host of token webhooks that know the given tokens only: TokenReview, v1 and v1beta1.
 * @throws an error whose `code` is `EADDRINUSE` for a port that is in use
 * @example
 * ```ts
 * await using webhooks = await startTokenWebhooks({ tokens: { secret: { username: 'bob' } } })
 * webhooks.webhook('tokens').answer({ review: unauthenticated() })
 * ```
 */
export async function startTokenWebhooks(options: TokenWebhooksOptions = {}): Promise<TokenWebhooks> {
  const { group, tokens, ...listening } = options
  const host = new TokenWebhooks({ ...(group !== undefined && { group }), ...(tokens && { tokens }) })
  await host.listen(listening)
  return host
}
