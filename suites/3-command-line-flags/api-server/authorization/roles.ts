import type { ApiServer } from '#harness/programs/api-server.ts'
import { createObject } from '../../../shared/objects.ts'

const group = 'rbac.authorization.orch.io'

/** Paths of a role and of its binding. */
export interface Grant {
  readonly role: string
  readonly binding: string
}

/** Creates a role that grants reading a resource of the core group everywhere, and binds it to a user. */
export async function grantReading(server: ApiServer, user: string, resource: string): Promise<Grant> {
  const name = `read-${resource}-${user}`
  const objectHeader = { apiVersion: `${group}/v1`, metadata: { name } }
  await createObject(server, `/apis/${group}/v1/clusterroles`, {
    ...objectHeader,
    kind: 'ClusterRole',
    rules: [{ apiGroups: [''], resources: [resource], verbs: ['get', 'list'] }],
  })
  await createObject(server, `/apis/${group}/v1/clusterrolebindings`, {
    ...objectHeader,
    kind: 'ClusterRoleBinding',
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: [{ apiGroup: group, kind: 'User', name: user }],
  })
  return {
    role: `/apis/${group}/v1/clusterroles/${name}`,
    binding: `/apis/${group}/v1/clusterrolebindings/${name}`,
  }
}
