import type { Flag } from '../../flags/flag.ts'
import { auditFlags } from './audit.ts'
import { clusterFlags } from './cluster.ts'
import { identityFlags } from './identity.ts'
import { permissionFlags } from './permission.ts'
import { servingFlags } from './serving.ts'
import { storageFlags } from './storage.ts'

/** Every flag of the API server that document 3 names. */
export const apiServerFlags: readonly Flag[] = [
  ...servingFlags,
  ...identityFlags,
  ...permissionFlags,
  ...storageFlags,
  ...clusterFlags,
  ...auditFlags,
]
