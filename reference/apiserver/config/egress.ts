import { egressFields } from './egress-fields.ts'
import type { KindReader } from './load.ts'
import { validateEgress } from './validate-egress.ts'

/** Reader of the file of `--egress-selector-config-file`. */
export const egressKind: KindReader<typeof egressFields> = {
  kind: 'EgressSelectorConfiguration',
  fields: egressFields,
  validate: validateEgress,
}
