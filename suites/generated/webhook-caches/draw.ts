import { type Arbitrary, array, record } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type CacheCase, type CacheStep, protocols, replies, verbs, cacheWaits } from './model.ts'

// Draws steps of few verbs, so that requests hit the cache.
const step: Arbitrary<CacheStep> = record({
  reply: oneOf(['accepts', 'rejects', 'accepts', 'rejects', ...replies.slice(2)] as const),
  wait: oneOf(cacheWaits),
  verb: oneOf(['get', 'get', 'patch', ...verbs] as const),
  protocol: oneOf(protocols),
})

/** Sequences of requests of one user. */
export const cacheCases: Arbitrary<CacheCase> = record({ steps: array(step, { minLength: 3, maxLength: 6 }) })
