// Key fields of the lists that strategic merge patches and apply patches merge item by item, by the name of the list.
const keys: Readonly<Record<string, string>> = {
  conditions: 'type',
  containers: 'name',
  drivers: 'name',
  env: 'name',
  ephemeralContainers: 'name',
  hostAliases: 'ip',
  hostIPs: 'ip',
  imagePullSecrets: 'name',
  initContainers: 'name',
  matchConditions: 'name',
  ownerReferences: 'uid',
  podIPs: 'ip',
  resourceClaims: 'name',
  resourceClaimStatuses: 'name',
  schedulingGates: 'name',
  secrets: 'name',
  topologySpreadConstraints: 'topologyKey',
  variables: 'name',
  volumeDevices: 'devicePath',
  volumeMounts: 'mountPath',
  volumes: 'name',
  webhooks: 'name',
}

// Key fields of the lists whose names occur in several kinds, by the names of the parent and of the list. An empty key
// means that the list is replaced as a whole.
const keysByParent: Readonly<Record<string, string>> = {
  'status.addresses': 'type',
  'containers.ports': 'containerPort',
  'initContainers.ports': 'containerPort',
  'spec.ports': 'port',
  'projected.items': '',
}

/** Lists of plain values that are merged as sets. */
const setFields = new Set(['finalizers', 'podCIDRs'])

/** Merge strategy of a list in an object: item by item, as a set, or (`undefined`) as a whole. */
export type ListMerge = { readonly key: string } | 'set' | undefined

/** Returns the merge strategy of the list `field` in `parent`. */
export function listMerge(parent: string, field: string): ListMerge {
  if (setFields.has(field)) return 'set'
  const key = keysByParent[`${parent}.${field}`] ?? keys[field]
  return key === undefined || key === '' ? undefined : { key }
}
