import { sharedOutcome } from '../../../shared/api-server.ts'
import { rowsOfSubject } from '../../../shared/flags/subjects.ts'
import { legalFlags } from '#documents/flags.ts'
import { rowRules } from '../../../shared/flags/flag-rules.ts'

const authenticatorRows = rowsOfSubject('authenticators')
rowRules(
  authenticatorRows,
  sharedOutcome(() => ({ flags: legalFlags(authenticatorRows) })),
)
