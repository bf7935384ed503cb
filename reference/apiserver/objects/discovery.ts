import type { Answer } from '../../serving/request.ts'
import { route, type Route } from '../../serving/router.ts'
import type { Apis } from '../enablement/apis.ts'
import { apiVersion, type Resource } from '../api/resource.ts'

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']

/** Returns the endpoints that list the resources. */
export function discoveryRoutes(apis: Apis, version: string): readonly Route[] {
  const jsonRoute = (path: string, body: () => object) =>
    route('GET', path, async () => ({ status: 200, body: body() }))
  return [
    jsonRoute('/version', () => ({ major: '1', minor: '0', gitVersion: version })),
    jsonRoute('/api', () => ({ kind: 'APIVersions', versions: ['v1'] })),
    jsonRoute('/apis', () => ({ kind: 'APIGroupList', apiVersion: 'v1', groups: groupsOf(apis.served) })),
    (request) => {
      const [, root, ...pathSegments] = request.path.split('/')
      if (request.method !== 'GET' || pathSegments.length === 0) return undefined
      if (root === 'api' && pathSegments.length === 1) return resourcesOf(apis, `${pathSegments[0]}`)
      if (root !== 'apis') return undefined
      return pathSegments.length === 1
        ? groupOf(apis, `${pathSegments[0]}`)
        : pathSegments.length === 2
          ? resourcesOf(apis, pathSegments.join('/'))
          : undefined
    },
  ]
}

function resourcesOf(apis: Apis, groupVersion: string): Promise<Answer> | undefined {
  const servedResources = apis.served.filter((resource) => apiVersion(resource) === groupVersion)
  if (servedResources.length === 0) return undefined
  const resources = servedResources.map(({ resource: name, kind, namespaced }) => ({
    name,
    kind,
    namespaced,
    verbs,
  }))
  return jsonAnswer({ kind: 'APIResourceList', groupVersion, resources })
}

function groupOf(apis: Apis, name: string): Promise<Answer> | undefined {
  const group = groupsOf(apis.served).find((servedGroup) => servedGroup.name === name)
  return group && jsonAnswer({ kind: 'APIGroup', apiVersion: 'v1', ...group })
}

function groupsOf(resources: readonly Resource[]) {
  const names = [...new Set(resources.map(({ group }) => group))].filter((group) => group !== '')
  return names.map((name) => {
    const groupVersions = resources.filter(({ group }) => group === name).map(({ version }) => version)
    const versions = [...new Set(groupVersions)].map((version) => ({
      groupVersion: `${name}/${version}`,
      version,
    }))
    return { name, versions, preferredVersion: versions[0] }
  })
}

async function jsonAnswer(body: object): Promise<Answer> {
  return { status: 200, body }
}
