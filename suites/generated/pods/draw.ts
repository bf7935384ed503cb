import { type Arbitrary, array, nat, record } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { podNames, type PodAction, type PodRound, type PodsCase, sources } from './model.ts'

const action: Arbitrary<PodAction> = record({
  source: oneOf(sources),
  pod: oneOf(podNames),
  version: oneOf([0, 1, 2] as const),
})

const drawnRound: Arbitrary<PodRound> = record({
  restarts: nat(4).map((drawn) => drawn === 4),
  actions: array(action, { minLength: 1, maxLength: 4 }),
})

/** Sequences of actions on the pods of a file directory and a URL. */
export const podsCases: Arbitrary<PodsCase> = record({
  rounds: array(drawnRound, { minLength: 2, maxLength: 4 }),
})
