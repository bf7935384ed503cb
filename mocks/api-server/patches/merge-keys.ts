// Which lists strategic merge patches and apply patches merge item by item, and by which field of the items. Only the
// name of the list decides, with what it stands in where one name has two meanings.
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

const keysWithin: Readonly<Record<string, string>> = {
  'status.addresses': 'type',
  'containers.ports': 'containerPort',
  'initContainers.ports': 'containerPort',
  'spec.ports': 'port',
  'projected.items': '',
}

/** Lists of plain values that are merged as sets. */
const sets = new Set(['finalizers', 'podCIDRs'])

/** How a list in an object is patched: item by item, as a set, or (`undefined`) as a whole. */
export type ListMerge = { readonly key: string } | 'set' | undefined

/** How the list `field` that stands in `parent` is patched. */
export function listMerge(parent: string, field: string): ListMerge {
  if (sets.has(field)) return 'set'
  const key = keysWithin[`${parent}.${field}`] ?? keys[field]
  return key === undefined || key === '' ? undefined : { key }
}
