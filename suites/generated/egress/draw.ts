import { type Arbitrary, array, boolean, oneof, record, uniqueArray } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import {
  distrustedWays,
  type EgressCase,
  type Issuer,
  refusingWays,
  type Selection,
  selectionNames,
  trustedWays,
} from './model.ts'
import { proxyOf } from './oracle.ts'

const selection: Arbitrary<Selection> = oneof(
  { arbitrary: record({ name: oneOf(selectionNames), way: oneOf(trustedWays) }), weight: 2 },
  // The store must be reachable.
  {
    arbitrary: record({
      name: oneOf(['controlplane', 'master', 'cluster']),
      way: oneOf([...distrustedWays, ...refusingWays]),
    }),
    weight: 2,
  },
)

const selections = uniqueArray(selection, {
  maxLength: 3,
  // `master` is another name of `controlplane`.
  selector: ({ name }) => (name === 'master' ? 'controlplane' : name),
})

const issuers = array(
  record(
    { type: oneOf(['controlplane', 'cluster']), hasOtherKeysUrl: boolean() },
    { requiredKeys: ['hasOtherKeysUrl'] },
  ),
  { minLength: 1, maxLength: 5 },
)

/** Selections and issuers. Issuers name only existing selections, because the documents leave other names open. */
export const egressCases: Arbitrary<EgressCase> = record({ selections, issuers }).map((one) => ({
  selections: one.selections,
  issuers: one.issuers.map((issuer): Issuer => {
    if (proxyOf(one, issuer) !== undefined) return issuer
    return { hasOtherKeysUrl: issuer.hasOtherKeysUrl }
  }),
}))
