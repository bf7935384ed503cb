import type { signers } from '../../2-controller-manager-configuration/blocks/identities/signing.ts'

export type SignerName = keyof typeof signers

/** Signers, each with a separate key pair. */
export const signerNames: readonly SignerName[] = [
  'the client signer',
  'the node client signer',
  'the serving signer',
  'the legacy signer',
]

/** Requested lifetime: none, less than the maximum, or more. */
export const lifetimes = ['none', 'less', 'more'] as const
export type Lifetime = (typeof lifetimes)[number]

/** Decisions about a request. A later decision replaces an earlier decision. */
export const decisions = ['Approved', 'Denied', 'Failed', 'none'] as const
export type Decision = (typeof decisions)[number]

/** Requests of a case, by number. */
export const requestNumbers = [1, 2] as const
type RequestNumber = (typeof requestNumbers)[number]

/**
 * Action on a request: creates the request in place of a previous one, or changes the decision about an existing
 * request.
 */
export type SigningAction =
  | {
      readonly request: RequestNumber
      readonly signer: SignerName
      readonly lifetime: Lifetime
      /** False if the request contains no certificate request. */
      readonly isValid: boolean
      readonly decision: Decision
    }
  | { readonly request: RequestNumber; readonly decision: Decision }

/** Rounds of actions on certificate signing requests. */
export interface SigningCase {
  readonly rounds: readonly (readonly SigningAction[])[]
}
