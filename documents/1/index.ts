import type { Section } from '../shape.ts'
import { admissionTable } from './admission.ts'
import { authenticationTable } from './authentication.ts'
import { authorizationTable } from './authorization.ts'
import { commonSections } from './common.ts'
import { egressTable } from './egress.ts'
import { encryptionTable } from './encryption.ts'
import { kinds, service } from './kinds.ts'
import { tracingTable } from './tracing.ts'

/** The kinds of files, in the order of document 1. */
export const configurationTables = [
  tracingTable,
  admissionTable,
  authenticationTable,
  authorizationTable,
  encryptionTable,
  egressTable,
]

/** Document 1: files that configure the API server. */
export const document1: readonly Section[] = [service, kinds, ...configurationTables, ...commonSections]
