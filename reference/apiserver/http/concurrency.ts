import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, ServerRequest, Step } from '../../serving/request.ts'
import { isWatch } from '../api/attributes.ts'
import { FairQueue } from './fair-queue.ts'
import type { RequestLimits } from './limits.ts'

type Caps = Pick<RequestLimits, 'reads' | 'writes' | 'fair'>

/** Limits the number of concurrent requests other than watches, in one of two ways. */
export function limitConcurrency(caps: Caps): Step {
  const limited = caps.fair ? queueing(caps) : refusing(caps)
  return (request, next) => {
    const exempt =
      isWatch(request) ||
      (freedom('administrators-not-limited') && request.user?.groups.includes('system:masters'))
    return exempt ? next(request) : limited(request, next)
  }
}

/** Rejects requests above the cap of their kind; 0 means no cap. */
function refusing({ reads, writes }: Caps): Step {
  const inside = { reads: 0, writes: 0 }
  const isFull = (kind: 'reads' | 'writes', cap: number) => {
    const [zero, ignored, other] =
      kind === 'reads'
        ? (['read-cap-zero-is-one', 'read-cap-ignored', 'read-cap-counts-writes'] as const)
        : (['write-cap-zero-is-one', 'write-cap-ignored', 'write-cap-counts-reads'] as const)
    if (cap <= 0) return inside[kind] > 0 && fault(zero)
    if (inside[kind] >= cap) return !fault(ignored)
    return inside.reads + inside.writes >= cap && fault(other)
  }
  return async (request, next) => {
    const kind = isRead(request) ? 'reads' : 'writes'
    if (kind === 'writes' && request.method !== 'POST' && fault('write-cap-of-creations-only'))
      return next(request)
    if (isFull(kind, kind === 'reads' ? reads : writes)) return tooMany()
    inside[kind] += 1
    let isInside = true
    const leave = () => {
      if (isInside) inside[kind] -= 1
      isInside = false
    }
    const kept = kind === 'reads' ? 'read-cap-kept-after-abort' : 'write-cap-kept-after-abort'
    // A request of a client that left is no longer counted.
    request.signal.addEventListener('abort', () => fault(kept) || leave(), { once: true })
    try {
      return await next(request)
    } finally {
      leave()
    }
  }
}

/** Queues requests for a number of seats that is the sum of both caps. Users take turns. */
function queueing({ reads, writes }: Caps): Step {
  const seats = reads + writes
  const queue = new FairQueue((taken) => {
    if (seats <= 0) return true
    if (taken >= seats) return fault('inflight-sum-ignored')
    return !(taken >= reads && fault('inflight-sum-reads-only'))
  })
  return async (request, next) => {
    if (seats > 0 && queue.taken >= seats && fault('fairness-refuses-at-once')) return tooMany()
    const leave = await queue.enter(request.user?.username ?? '', request.signal)
    if (leave === undefined) return tooMany()
    try {
      return await next(request)
    } finally {
      leave()
    }
  }
}

function isRead({ method }: ServerRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function tooMany(): Answer {
  const answer = failure(new ApiError(429, 'too many requests at a time, try again later'))
  return { ...answer, headers: { 'retry-after': '1' } }
}
