import type { CacheKind, Reply } from './model.ts'

/** A response that may be cached. */
export interface CacheEntry {
  readonly reply: Reply
  /** Span in which the response was received, in milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
  /** True if the documents leave open whether the response is cached, as with failures. */
  readonly isOpen?: boolean
}

/** A request, and its result. */
export interface ObservedRequest {
  readonly fromMs: number
  readonly untilMs: number
  readonly isAccepted: boolean
  readonly isCalled: boolean
}

/** Required result of a request. Missing members are open. */
export interface RequiredResult {
  readonly isAccepted?: boolean
  readonly isCalled?: boolean
}

// Allows for an implementation that checks its cache periodically.
const slackMs = 500

/** Returns the state of a cached response during a request. */
export function stateOf(
  { ttlMs }: CacheKind,
  entry: CacheEntry | undefined,
  { fromMs, untilMs }: Pick<ObservedRequest, 'fromMs' | 'untilMs'>,
  longerMs = 0,
): 'absent' | 'cached' | 'open' | 'over' {
  if (entry === undefined) return 'absent'
  if (entry.isOpen || entry.reply === 'fails') return 'open'
  const ttl = ttlMs[entry.reply]
  if (untilMs < entry.fromMs + ttl) return 'cached'
  return fromMs >= entry.untilMs + ttl + slackMs + (entry.reply === 'accepts' ? longerMs : 0)
    ? 'over'
    : 'open'
}

/** Returns the required result of a request for which the webhook has a reply. */
export function requiredOf(
  state: ReturnType<typeof stateOf>,
  entry: CacheEntry | undefined,
  reply: Reply,
  { isCalled }: Pick<ObservedRequest, 'isCalled'>,
): RequiredResult {
  if (state === 'cached') return { isAccepted: entry?.reply === 'accepts', isCalled: false }
  const calledDecision = { isAccepted: reply === 'accepts' }
  if (state !== 'open') return { ...calledDecision, isCalled: true }
  if (isCalled) return calledDecision
  return entry === undefined || entry.isOpen ? {} : { isAccepted: entry.reply === 'accepts' }
}

/** Returns the response that may be cached after a request. */
export function entryAfter(
  entry: CacheEntry | undefined,
  reply: Reply,
  { fromMs, untilMs, isCalled }: ObservedRequest,
): CacheEntry | undefined {
  if (!isCalled) return entry
  return { reply, fromMs, untilMs, ...(reply === 'fails' && { isOpen: true }) }
}
