import type { Lifetime, SigningAction, SigningCase, SignerName } from './model.ts'

/** Certificate that a request must have: its signer, and the requested lifetime. */
export interface Requirement {
  readonly request: SigningAction['request']
  readonly signer: SignerName
  readonly lifetime: Lifetime
}

/** State of a request that exists. */
interface RequestState extends Requirement {
  readonly isValid: boolean
  /** True if its last decision is an approval. */
  readonly isApproved: boolean
}

/**
 * Returns the certificates that requests must have after a number of rounds: the certificates of valid requests whose
 * last decision is an approval.
 */
export function requirementsAfter({ rounds }: SigningCase, count: number): readonly Requirement[] {
  const states = new Map<SigningAction['request'], RequestState>()
  for (const action of rounds.slice(0, count).flat()) {
    const isApproved = action.decision === 'Approved'
    if ('signer' in action) states.set(action.request, { ...action, isApproved })
    const state = states.get(action.request)
    if (state !== undefined) states.set(action.request, { ...state, isApproved })
  }
  return [...states.values()]
    .filter(({ isValid, isApproved }) => isValid && isApproved)
    .map(({ request, signer, lifetime }) => ({ request, signer, lifetime }))
}
