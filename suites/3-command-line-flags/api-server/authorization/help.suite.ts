import { sharedOutcome } from '../../../shared/api-server.ts'
import { authorizationRows } from '../../../shared/flags/apiserver/authorization-rows.ts'
import { legalFlags } from '../../../shared/flags/row/flag-row.ts'
import { rowRules } from '../../../shared/flags/flag-rules.ts'

rowRules(
  authorizationRows,
  sharedOutcome(() => ({ flags: legalFlags(authorizationRows) })),
)
