import { type Arbitrary, array, oneof, record } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import {
  decisions,
  lifetimes,
  requestNumbers,
  signerNames,
  type SigningAction,
  type SigningCase,
} from './model.ts'

const request = oneOf(requestNumbers)
const decision = oneOf(decisions)

const action: Arbitrary<SigningAction> = oneof(
  record({
    request,
    signer: oneOf(signerNames),
    lifetime: oneOf(lifetimes),
    isValid: oneOf([true, true, false]),
    decision,
  }),
  record({ request, decision }),
)

/** Sequences of actions on certificate signing requests. */
export const signingCases: Arbitrary<SigningCase> = record({
  rounds: array(array(action, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
})
