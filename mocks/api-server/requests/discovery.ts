import { apiVersionOf, type Resource, type Verb } from '../resources/resource.ts'
import type { ResourceTable } from '../resources/table.ts'

/** Returns the discovery document at a path; `undefined` if there is none. */
export function discovery(table: ResourceTable, path: string, address: string): object | undefined {
  const segments = path.split('/').filter((word) => word !== '')
  const [root, group, version] = segments
  if (root === 'api') {
    if (segments.length === 1) return apiVersions(address)
    return segments.length === 2 ? resourceList(table, '', group ?? '') : undefined
  }
  if (root !== 'apis') return undefined
  if (segments.length === 1) {
    return {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: groupsOf(table).map((name) => groupOf(table, name)),
    }
  }
  if (segments.length === 2) {
    const isServedGroup = groupsOf(table).includes(group ?? '')
    return isServedGroup ? { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(table, group ?? '') } : undefined
  }
  return segments.length === 3 ? resourceList(table, group ?? '', version ?? '') : undefined
}

function apiVersions(address: string): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  }
}

function groupsOf(table: ResourceTable): string[] {
  return [...new Set(table.all.map(({ group }) => group))].filter((group) => group !== '')
}

function groupOf(table: ResourceTable, name: string): object {
  const servedVersions = table.all.filter(({ group }) => group === name).map(({ version }) => version)
  const versions = [...new Set(servedVersions)].map((version) => ({
    groupVersion: `${name}/${version}`,
    version,
  }))
  return { name, versions, preferredVersion: versions[0] }
}

function resourceList(table: ResourceTable, group: string, version: string): object | undefined {
  const resources = table.all.filter((resource) => resource.group === group && resource.version === version)
  if (resources.length === 0) return undefined
  const [firstResource] = resources
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: firstResource === undefined ? '' : apiVersionOf(firstResource),
    resources: resources.flatMap((resource) => [
      resourceEntry(resource),
      ...resource.subresources.map((name) => subresourceEntry(resource, name)),
    ]),
  }
}

function resourceEntry({ plural, kind, namespaced, verbs, shortNames, categories }: Resource): object {
  return {
    name: plural,
    singularName: kind.toLowerCase(),
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  }
}

const readAndWrite: readonly Verb[] = ['get', 'patch', 'update']

/** Kinds and verbs of subresources. Default: the kind of the object, with `readAndWrite`. */
const subresourceFields: Readonly<
  Record<string, { kind?: string; group?: string; version?: string; verbs: readonly Verb[] }>
> = {
  scale: { kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: readAndWrite },
  binding: { kind: 'Binding', verbs: ['create'] },
  eviction: { kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] },
  token: { kind: 'TokenRequest', group: 'authentication.k8s.io', version: 'v1', verbs: ['create'] },
  finalize: { verbs: ['update'] },
}

function subresourceEntry({ plural, kind, namespaced }: Resource, name: string): object {
  return {
    name: `${plural}/${name}`,
    singularName: '',
    namespaced,
    kind,
    verbs: readAndWrite,
    ...subresourceFields[name],
  }
}
