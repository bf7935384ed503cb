import {
  type CacheCase,
  type CacheKind,
  type CacheStep,
  protocols,
  replies,
  verbs,
  cacheWaits,
} from './model.ts'

/**
 * Returns the coverage of a case: each reply with the wait before it and the reply that is cached by then, and the
 * verbs and protocols.
 */
export function coverageOf({ keyOf }: CacheKind): (testCase: CacheCase) => readonly string[] {
  return ({ steps }) => {
    const lastSteps = new Map<string, CacheStep>()
    return steps.flatMap((step) => {
      const previousStep = lastSteps.get(keyOf(step))
      lastSteps.set(keyOf(step), step)
      const previousText = previousStep === undefined ? 'first' : `${step.wait} after ${previousStep.reply}`
      return [`${previousText}: ${step.reply}`, step.verb, step.protocol]
    })
  }
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...replies.map((reply) => `first: ${reply}`),
  ...replies.flatMap((before) =>
    cacheWaits.flatMap((wait) => replies.map((reply) => `${wait} after ${before}: ${reply}`)),
  ),
  ...verbs,
  ...protocols,
]
