import { rowsOfSubject } from '../../../shared/flags/subjects.ts'
import { helpRule } from '../../../shared/flags/flag-rules.ts'

const issuerRows = rowsOfSubject('issuer')
issuerRows.forEach(helpRule)
