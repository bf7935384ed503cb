import type { FlagRow } from '../row/flag-row.ts'
import { auditRows } from './audit-rows.ts'
import { authenticatorRows, issuerRows } from './authentication-rows.ts'
import { authorizationRows } from './authorization-rows.ts'
import { clusterRows } from './cluster-rows.ts'
import { lifecycleRows } from './lifecycle-rows.ts'
import { programRows } from './program-rows.ts'
import { servingRows } from './serving-rows.ts'
import { storageRows } from './storage-rows.ts'

/** Flags whose rules are not declared by a suite of their subject. */
export const plainRows: readonly FlagRow[] = [
  ...servingRows,
  ...storageRows,
  ...clusterRows,
  ...programRows,
  ...auditRows,
]

/** All rows of the API server's flag tables. */
export const apiServerRows: readonly FlagRow[] = [
  ...plainRows,
  ...issuerRows,
  ...authenticatorRows,
  ...authorizationRows,
  ...lifecycleRows,
]
