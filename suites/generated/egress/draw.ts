import { type Arbitrary, array, boolean, record, uniqueArray } from 'fast-check'
import { oneOf } from '../words.ts'
import { type EgressCase, type Issuer, selectionNames, ways } from './model.ts'
import { carrierOf } from './oracle.ts'

const selections = uniqueArray(record({ name: oneOf(selectionNames), way: oneOf(ways) }), {
  maxLength: 3,
  // Two words for one selection.
  selector: ({ name }) => (name === 'master' ? 'controlplane' : name),
})

const issuers = array(
  record(
    { type: oneOf(['controlplane', 'cluster']), hasKeysElsewhere: boolean() },
    { requiredKeys: ['hasKeysElsewhere'] },
  ),
  { minLength: 1, maxLength: 5 },
)

/** Selections and issuers; an issuer whose selection is not there is left open, so it names none. */
export const egressCases: Arbitrary<EgressCase> = record({ selections, issuers }).map((one) => ({
  selections: one.selections,
  issuers: one.issuers.map((issuer): Issuer => {
    if (carrierOf(one, issuer) !== undefined) return issuer
    return { hasKeysElsewhere: issuer.hasKeysElsewhere }
  }),
}))
