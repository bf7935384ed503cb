import { issuerRows } from '../../../shared/flags/apiserver/authentication-rows.ts'
import { helpRule } from '../../../shared/flags/flag-rules.ts'

issuerRows.forEach(helpRule)
