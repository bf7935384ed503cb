import { sharedOutcome } from '../../../shared/api-server.ts'
import { authenticatorRows } from '../../../shared/flags/apiserver/authentication-rows.ts'
import { legalFlags } from '../../../shared/flags/row/flag-row.ts'
import { rowRules } from '../../../shared/flags/flag-rules.ts'

rowRules(
  authenticatorRows,
  sharedOutcome(() => ({ flags: legalFlags(authenticatorRows) })),
)
