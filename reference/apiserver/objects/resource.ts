/** A sort of object that the server stores. */
export interface Resource {
  /** API group; the core group is the empty text. */
  readonly group: string
  readonly version: string
  /** Plural, lower case. */
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
}

const rbac = { group: 'rbac.authorization.orch.io', version: 'v1' }

/** The sorts of objects that the server stores. */
export const resources: readonly Resource[] = [
  { group: '', version: 'v1', resource: 'secrets', kind: 'Secret', namespaced: true },
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true },
  { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false },
  { group: '', version: 'v1', resource: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true },
  { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', namespaced: false },
  { ...rbac, resource: 'roles', kind: 'Role', namespaced: true },
  { ...rbac, resource: 'rolebindings', kind: 'RoleBinding', namespaced: true },
  { ...rbac, resource: 'clusterroles', kind: 'ClusterRole', namespaced: false },
  { ...rbac, resource: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false },
]

/** Group and version in one text, as `apiVersion` writes them. */
export function apiVersion({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/** The storage key of an object, or the prefix of all objects of the resource (in one namespace). */
export function storageKey(prefix: string, resource: Resource, namespace: string, name: string): string {
  const place = resource.group === '' ? resource.resource : `${resource.group}/${resource.resource}`
  const within = resource.namespaced && namespace !== '' ? `${namespace}/` : ''
  return `${prefix.startsWith('/') ? '' : '/'}${prefix}/${place}/${within}${name}`
}
