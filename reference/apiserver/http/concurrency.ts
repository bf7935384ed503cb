import { fault, freedom } from '../../quirks/quirks.ts'
import { ApiError, failure } from '../../serving/api-error.ts'
import type { Answer, ServerRequest, Step } from '../../serving/request.ts'
import { isWatch } from '../api/attributes.ts'
import { FairQueue } from './fair-queue.ts'
import type { RequestLimits } from './limits.ts'

type ConcurrencyLimits = Pick<RequestLimits, 'reads' | 'writes' | 'fair'>

/** Limits the number of concurrent requests other than watches: rejects excess requests, or queues them fairly. */
export function limitConcurrency(caps: ConcurrencyLimits): Step {
  const limitStep = caps.fair ? queueAboveLimits(caps) : rejectAboveLimits(caps)
  return (request, next) => {
    const isExempt =
      isWatch(request) ||
      (freedom('administrators-not-limited') && request.user?.groups.includes('system:masters'))
    return isExempt ? next(request) : limitStep(request, next)
  }
}

/** Rejects requests above the cap of their kind; 0 means no cap. */
function rejectAboveLimits({ reads, writes }: ConcurrencyLimits): Step {
  const activeCounts = { reads: 0, writes: 0 }
  const isFull = (kind: 'reads' | 'writes', cap: number) => {
    const [zeroFault, ignoredFault, mixedFault] =
      kind === 'reads'
        ? (['read-cap-zero-is-one', 'read-cap-ignored', 'read-cap-counts-writes'] as const)
        : (['write-cap-zero-is-one', 'write-cap-ignored', 'write-cap-counts-reads'] as const)
    if (cap <= 0) return activeCounts[kind] > 0 && fault(zeroFault)
    if (activeCounts[kind] >= cap) return !fault(ignoredFault)
    return activeCounts.reads + activeCounts.writes >= cap && fault(mixedFault)
  }
  return async (request, next) => {
    const kind = isReadRequest(request) ? 'reads' : 'writes'
    if (kind === 'writes' && request.method !== 'POST' && fault('write-cap-of-creations-only'))
      return next(request)
    if (isFull(kind, kind === 'reads' ? reads : writes)) return tooManyRequests()
    activeCounts[kind] += 1
    let isActive = true
    const release = () => {
      if (isActive) activeCounts[kind] -= 1
      isActive = false
    }
    const keptFault = kind === 'reads' ? 'read-cap-kept-after-abort' : 'write-cap-kept-after-abort'
    // A request of a client that left is no longer counted.
    request.signal.addEventListener('abort', () => fault(keptFault) || release(), { once: true })
    try {
      return await next(request)
    } finally {
      release()
    }
  }
}

/** Queues requests for a number of seats that is the sum of both caps. Users take turns. */
function queueAboveLimits({ reads, writes }: ConcurrencyLimits): Step {
  const totalSeats = reads + writes
  const queue = new FairQueue((seatsTaken) => {
    if (totalSeats <= 0) return true
    if (seatsTaken >= totalSeats) return fault('inflight-sum-ignored')
    return !(seatsTaken >= reads && fault('inflight-sum-reads-only'))
  })
  return async (request, next) => {
    if (totalSeats > 0 && queue.taken >= totalSeats && fault('fairness-refuses-at-once'))
      return tooManyRequests()
    const release = await queue.enter(request.user?.username ?? '', request.signal)
    if (release === undefined) return tooManyRequests()
    try {
      return await next(request)
    } finally {
      release()
    }
  }
}

function isReadRequest({ method }: ServerRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function tooManyRequests(): Answer {
  const answer = failure(new ApiError(429, 'too many requests at a time, try again later'))
  return { ...answer, headers: { 'retry-after': '1' } }
}
