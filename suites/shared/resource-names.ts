import { HarnessError } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'

interface Discovered {
  readonly resources?: readonly { readonly name: string }[]
  readonly groups?: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[]
}

/** Returns the names of all resource types that a server serves, in the plural. */
export async function resourceNames(server: ApiServer): Promise<ReadonlySet<string>> {
  const { groups = [] } = await fetchDiscovery(server, '/apis')
  const versions = groups.flatMap((group) =>
    group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`),
  )
  const resourceLists = await Promise.all(
    ['/api/v1', ...versions].map((path) => fetchDiscovery(server, path)),
  )
  return new Set(resourceLists.flatMap(({ resources = [] }) => resources.map(({ name }) => name)))
}

async function fetchDiscovery(server: ApiServer, path: string): Promise<Discovered> {
  const { status, body } = await server.request({ path })
  if (status === 200) return JSON.parse(body) as Discovered
  throw new HarnessError('untestable', `GET ${path} answered ${status}: ${body.slice(0, 300)}`)
}
