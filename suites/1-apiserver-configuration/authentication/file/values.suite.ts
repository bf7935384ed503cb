import { completeFile, completeTwin } from '../../../shared/authentication/complete-file.ts'
import { configurationFile } from '../../../shared/configuration/configuration-file.ts'
import { declareValueRules } from '../../../shared/configuration/value-rules.ts'
import { sharedOidcHost } from '../../../shared/peers.ts'
import { authenticationTable } from '#documents/1/authentication.ts'
import { filterTable } from '#documents/fields.ts'

const files = configurationFile({ kind: 'authentication', peer: sharedOidcHost(), base: completeFile })
// Excludes egressSelectorType, which requires an egress selector file.
const table = filterTable(authenticationTable, ({ name }) => name !== 'egressSelectorType')

declareValueRules({ table, files, twin: completeTwin })
