import { HarnessError } from '#kit'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type CreateResult, freshName, type CreatedObject } from './plugin-fixture.ts'
import { mergePatchHeaders } from '../merge-patch.ts'

/** Returns the path of the config maps of a namespace. */
export const configMapsPath = (space: string): string => `/api/v1/namespaces/${space}/configmaps`
/** Returns the path of the volume claims of a namespace. */
export const volumeClaimsPath = (space: string): string =>
  `/api/v1/namespaces/${space}/persistentvolumeclaims`

/** Returns a config map with any name. */
export function configMap(name = freshName('map')): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
}

/** Returns a volume claim with any name. */
export function volumeClaim(): object {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const metadata = { name: freshName('claim') }
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec }
}

/** Returns the spec of the created object, or an empty spec if it was not created. */
export const specOf = (made: CreateResult): NonNullable<CreatedObject['spec']> =>
  (made.outcome === 'made' ? made.object.spec : undefined) ?? {}

/** Reports whether an object was created. */
export const isCreated = ({ outcome }: CreateResult): boolean => outcome === 'made'

/**
 * Returns the status of a response.
 * @throws HarnessError `untestable` for an unexpected status
 */
export async function expectAnswer(
  server: ApiServer,
  request: Parameters<ApiServer['request']>[0],
  expected: readonly number[],
): Promise<number> {
  const { status, body } = await server.request(request)
  if (expected.includes(status)) return status
  const text = body.slice(0, 300)
  throw new HarnessError('untestable', `${request.method} ${request.path} answered ${status}: ${text}`)
}

/** Returns a request that changes an object. */
export const mergePatch = (patch: object) => ({
  method: 'PATCH',
  headers: mergePatchHeaders,
  body: JSON.stringify(patch),
})
