import { decisions, lifetimes, signerNames, type SigningCase } from './model.ts'

/** Returns the coverage of a case: lifetimes of each signer, and the decisions about a request in their order. */
export function coverageOf({ rounds }: SigningCase): readonly string[] {
  const previousDecisions = new Map<number, string>()
  return rounds.flat().flatMap((action) => {
    const isCreated = 'signer' in action
    const previous = isCreated ? 'none' : previousDecisions.get(action.request)
    if (previous === undefined) return []
    previousDecisions.set(action.request, action.decision)
    return [
      `${previous} to ${action.decision}`,
      ...(isCreated ? [`${action.signer}, ${action.lifetime}`] : []),
      ...(isCreated && !action.isValid ? ['an invalid request'] : []),
    ]
  })
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...decisions.flatMap((before) => decisions.map((after) => `${before} to ${after}`)),
  ...signerNames.flatMap((signer) => lifetimes.map((lifetime) => `${signer}, ${lifetime}`)),
  'an invalid request',
]
