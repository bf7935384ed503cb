import { auditFlags } from './audit.ts'
import { clusterFlags } from './cluster.ts'
import { identityFlags } from './identity.ts'
import { permissionFlags } from './permission.ts'
import { servingFlags } from './serving.ts'
import { storageFlags } from './storage.ts'

/** All flags of the API server that document 3 names. */
export const apiServerFlags = [
  ...servingFlags,
  ...identityFlags,
  ...permissionFlags,
  ...storageFlags,
  ...clusterFlags,
  ...auditFlags,
]

/** Name of a flag of the API server. */
export type FlagName = (typeof apiServerFlags)[number]['name']
