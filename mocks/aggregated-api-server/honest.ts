/** An API that an aggregated server serves. */
export interface AggregatedApi {
  /** API group, for example `things.example.org`. */
  readonly group: string
  readonly version: string
}

/** The only resource of each API. */
export const resource = { name: 'things', kind: 'Thing' } as const

const verbs = ['get', 'list']
const versionOf = ({ group, version }: AggregatedApi) => ({ groupVersion: `${group}/${version}`, version })

/** Returns the discovery document with the resources of an API. */
export function resourcesOf(api: AggregatedApi): object {
  const { groupVersion } = versionOf(api)
  const { name, kind } = resource
  const resources = [{ name, singularName: 'thing', kind, namespaced: false, verbs }]
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources }
}

/** Returns the discovery document of the group of an API, with one version. */
export function groupOf(api: AggregatedApi): object {
  const version = versionOf(api)
  return {
    kind: 'APIGroup',
    apiVersion: 'v1',
    name: api.group,
    versions: [version],
    preferredVersion: version,
  }
}

/** Returns the discovery document with the groups of all APIs. */
export function groupsOf(apis: readonly AggregatedApi[]): object {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: apis.map(groupOf) }
}

/** Returns an empty list of objects. */
export function objectsOf(api: AggregatedApi): object {
  return { kind: `${resource.kind}List`, apiVersion: versionOf(api).groupVersion, metadata: {}, items: [] }
}
