import { admissionTable } from './admission.ts'
import { authenticationTable } from './authentication.ts'
import { authorizationTable } from './authorization.ts'
import { egressTable } from './egress.ts'
import { encryptionTable } from './encryption.ts'
import type { FieldTable } from './field-table.ts'
import { tracingTable } from './tracing.ts'

/** The tables of document 1, in its order. */
export const configurationTables: readonly FieldTable[] = [
  tracingTable,
  admissionTable,
  authenticationTable,
  authorizationTable,
  encryptionTable,
  egressTable,
]
