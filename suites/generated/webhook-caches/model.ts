/** Responses of a webhook. */
export const replies = ['accepts', 'rejects', 'fails'] as const
export type Reply = (typeof replies)[number]

/** Times of a request after the response that is cached for it: at once, within the cache time, or after it. */
export const cacheWaits = ['none', 'part', 'over'] as const
export type CacheWait = (typeof cacheWaits)[number]

/** Requests by their verb in authorization. */
export const verbs = ['get', 'list', 'create', 'update', 'patch', 'delete'] as const
export type RequestVerb = (typeof verbs)[number]

export const protocols = ['HTTP/1.1', 'HTTP/2'] as const
export type Protocol = (typeof protocols)[number]

/** A request, and the response of the webhook if it is called for it. */
export interface CacheStep {
  readonly reply: Reply
  readonly wait: CacheWait
  readonly verb: RequestVerb
  readonly protocol: Protocol
}

/** Requests of one user, or with one token. */
export interface CacheCase {
  readonly steps: readonly CacheStep[]
}

/** Cached responses of a webhook. */
export interface CacheKind {
  readonly name: 'authorizer' | 'tokens' | 'agent decisions' | 'agent tokens'
  /** Cache times in milliseconds. */
  readonly ttlMs: Readonly<Record<'accepts' | 'rejects', number>>
  /** Returns the cache key of a request. */
  readonly keyOf: (step: CacheStep) => string
}

/** Decisions of an authorization webhook, each for one verb. */
export const decisions: CacheKind = {
  name: 'authorizer',
  ttlMs: { accepts: 3_000, rejects: 2_000 },
  keyOf: ({ verb }) => verb,
}

/** Responses of a token webhook, each for one token. */
export const tokenIdentities: CacheKind = {
  name: 'tokens',
  ttlMs: { accepts: 2_500, rejects: 2_500 },
  keyOf: () => 'token',
}

const singleRequestKey = { keyOf: () => 'request' } as const

/** Decisions of the API server for a node agent. All requests of a user have the same cache key. */
export const agentDecisions: CacheKind = {
  name: 'agent decisions',
  ttlMs: { accepts: 3_000, rejects: 2_000 },
  ...singleRequestKey,
}

/** Responses of the API server to a node agent about tokens. */
export const agentIdentities: CacheKind = {
  name: 'agent tokens',
  ttlMs: { accepts: 2_500, rejects: 2_500 },
  ...singleRequestKey,
}
