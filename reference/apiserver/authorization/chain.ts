import type { Authorizer } from './authorizer.ts'

/** Asks authorizers in order: the first that allows or denies decides, and an undecided end is no opinion with every reason. */
export function authorizerChain(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async decide(attributes) {
      const reasons: string[] = []
      for (const authorizer of authorizers) {
        // One by one: later authorizers are asked only when earlier ones have no opinion.
        const decision = await authorizer.decide(attributes)
        if (decision.verdict !== 'no opinion') return decision
        if (decision.reason !== undefined) reasons.push(decision.reason)
      }
      return { verdict: 'no opinion', reason: reasons.length === 0 ? undefined : reasons.join('\n') }
    },
  }
}
