import { type Arbitrary, array, boolean, oneof, record } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { countedResources, type QuotaAction, type QuotaCase } from './model.ts'

const resource = oneOf(countedResources)
const action: Arbitrary<QuotaAction> = oneof(
  record({ resource, object: oneOf(['a', 'b'] as const), exists: boolean() }),
  record({ resource, wrong: oneOf([7, 0]) }),
)

/** Sequences of created and removed objects, and of usages that another client writes. */
export const quotaCases: Arbitrary<QuotaCase> = record({
  rounds: array(array(action, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
})
