import type { FlagRow, Section } from '../../shape.ts'
import { access } from '../between/access.ts'
import { serving } from '../between/serving.ts'
import { aToE } from './a-to-e.ts'
import { fToW } from './f-to-w.ts'

/** Flags of the API server, without the flags of audit events. */
export const apiServerFlags: Section<FlagRow> = {
  document: 3,
  section: 'API server flags',
  rows: [...aToE, ...fToW],
  between: [...access, ...serving],
}
