import { type CacheCase, type CacheKind, type CacheStep, protocols, replies, verbs, waits } from './model.ts'

/** Returns the replies by the wait before and the reply that is cached, and the verbs and protocols of a case. */
export function coverageOf({ keyOf }: CacheKind): (one: CacheCase) => readonly string[] {
  return ({ steps }) => {
    const last = new Map<string, CacheStep>()
    return steps.flatMap((step) => {
      const before = last.get(keyOf(step))
      last.set(keyOf(step), step)
      const from = before === undefined ? 'first' : `${step.wait} after ${before.reply}`
      return [`${from}: ${step.reply}`, step.verb, step.protocol]
    })
  }
}

/** All possible coverage. */
export const coverable: readonly string[] = [
  ...replies.map((reply) => `first: ${reply}`),
  ...replies.flatMap((before) =>
    waits.flatMap((wait) => replies.map((reply) => `${wait} after ${before}: ${reply}`)),
  ),
  ...verbs,
  ...protocols,
]
