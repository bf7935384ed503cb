import { sharedOutcome } from '../../../shared/api-server.ts'
import { rowsOfSubject } from '../../../shared/flags/subjects.ts'
import { legalFlags } from '#documents/flags.ts'
import { rowRules } from '../../../shared/flags/flag-rules.ts'

const authorizationRows = rowsOfSubject('authorization')
rowRules(
  authorizationRows,
  sharedOutcome(() => ({ flags: legalFlags(authorizationRows) })),
)
