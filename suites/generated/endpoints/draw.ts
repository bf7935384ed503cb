import { type Arbitrary, array, boolean, record } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type EndpointAction, type EndpointsCase, podNumbers, podStates } from './model.ts'

const action: Arbitrary<EndpointAction> = record({
  pod: oneOf(podNumbers),
  state: oneOf(podStates),
  address: oneOf([0, 1] as const),
  replaces: boolean(),
})

/** Sequences of actions on the pods of a service. */
export const endpointsCases: Arbitrary<EndpointsCase> = record({
  rounds: array(array(action, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
})
