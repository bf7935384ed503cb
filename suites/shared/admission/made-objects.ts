import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { type Attempt, freshName, type Made } from './plugin-world.ts'

/** The path of the config maps of a namespace. */
export const configMaps = (space: string): string => `/api/v1/namespaces/${space}/configmaps`
/** The path of its claims of volumes. */
export const claims = (space: string): string => `/api/v1/namespaces/${space}/persistentvolumeclaims`

/** A config map of any name. */
export function configMap(name = freshName('map')): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
}

/** A claim of any name. */
export function claim(): object {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const metadata = { name: freshName('claim') }
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec }
}

/** What became of the specification, or nothing where the object was not made. */
export const specOf = (made: Attempt): NonNullable<Made['spec']> =>
  (made.outcome === 'made' ? made.object.spec : undefined) ?? {}

/** Whether an object was made. */
export const isMade = ({ outcome }: Attempt): boolean => outcome === 'made'

/**
 * The status of an answer.
 * @throws HarnessError `untestable` where it is none of those that are expected
 */
export async function expectAnswer(
  server: ApiServer,
  request: Parameters<ApiServer['request']>[0],
  expected: readonly number[],
): Promise<number> {
  const { status, body } = await server.request(request)
  if (expected.includes(status)) return status
  const said = body.slice(0, 300)
  throw new HarnessError('untestable', `${request.method} ${request.path} answered ${status}: ${said}`)
}

/** A request that changes an object. */
export const mergePatch = (patch: object) => ({
  method: 'PATCH',
  headers: { 'content-type': 'application/merge-patch+json' },
  body: JSON.stringify(patch),
})
