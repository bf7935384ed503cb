import { webhookAnswers, type ChainCase } from './model.ts'
import { outcomesOf } from './oracle.ts'

/**
 * Returns the coverage of a case: the length of its chain, the conditions, the responses of called webhooks, and the
 * results.
 */
export function coverageOf(testCase: ChainCase): readonly string[] {
  const { webhooks, requests } = testCase
  const outcomes = outcomesOf(testCase)
  return [
    `${webhooks.length} webhooks`,
    ...webhooks.flatMap(({ conditions, version, failurePolicy, cachesAllowed, cachesDenied }) => [
      `${conditions.length} conditions`,
      `review ${version}`,
      `failure policy: ${failurePolicy}`,
      ...(cachesAllowed ? [] : ['allow is not kept']),
      ...(cachesDenied ? [] : ['deny is not kept']),
    ]),
    ...outcomes.flatMap((outcome, at) => {
      if (typeof outcome === 'string') return ['open']
      const lastCalled = outcome.asked.lastIndexOf(true)
      const decidedBy =
        lastCalled < 0 ? 'nobody is asked' : `the last answer: ${requests[at]?.answers[lastCalled]}`
      const repetition = requests[at - 1]?.attributes === requests[at]?.attributes ? ['the same again'] : []
      return [outcome.decision, decidedBy, ...repetition]
    }),
  ]
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...[1, 2, 3, 4].map((count) => `${count} webhooks`),
  ...[0, 1, 2, 3].map((count) => `${count} conditions`),
  'review v1',
  'review v1beta1',
  'failure policy: deny',
  'failure policy: no opinion',
  'allow is not kept',
  'deny is not kept',
  'open',
  'allowed',
  'refused',
  'nobody is asked',
  'the same again',
  ...webhookAnswers.map((answer) => `the last answer: ${answer}`),
]
