import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { putObject } from '../fixture.ts'

const accessModes = ['ReadWriteOnce']
const size = { storage: '1Gi' }

/** Annotation with the node that was chosen for the first consumer of a claim. */
export const nodeNote = 'volume.orch.io/selected-node'

/** Creates an unbound claim of a class. */
export function putClaim(api: ApiServer, name: string, storageClassName: string, node?: string): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace: 'default',
      ...(node !== undefined && { annotations: { [nodeNote]: node } }),
    },
    spec: { storageClassName, accessModes, resources: { requests: size } },
    status: { phase: 'Pending' },
  })
}

/** Creates an available volume of a class that matches a claim of `putClaim`. */
export function putVolume(api: ApiServer, name: string, storageClassName: string): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: size,
      accessModes,
      storageClassName,
      persistentVolumeReclaimPolicy: 'Retain',
      nfs: { server: 'nfs.example', path: '/judged' },
    },
    status: { phase: 'Available' },
  })
}

interface Bindable {
  readonly volumeName?: string
  readonly claimRef?: { readonly name?: string }
}

/** Reports whether a claim and a volume are bound, according to the claim or the volume. */
export function isBound(api: ApiServer, name: string): boolean {
  const claim = api.hand.get({ resource: 'persistentvolumeclaims', name })
  if ((claim?.spec as Bindable | undefined)?.volumeName !== undefined) return true
  return api.hand
    .list('persistentvolumes')
    .some(({ spec }) => (spec as Bindable | undefined)?.claimRef?.name === name)
}

/** Returns the directories of the host that are volumes, for all claims or for one claim. */
export function hostPaths(api: ApiServer, claim?: string): string[] {
  return api.hand
    .list('persistentvolumes')
    .filter(({ spec }) => claim === undefined || (spec as Bindable | undefined)?.claimRef?.name === claim)
    .flatMap(({ spec }) => (spec as { hostPath?: { path?: string } } | undefined)?.hostPath?.path ?? [])
}

/** Removes the directories of the host that are volumes. */
export function removeHostPaths(api: ApiServer): void {
  for (const path of hostPaths(api))
    if (path.startsWith(join(tmpdir(), 'hostpath_pv'))) rmSync(path, { recursive: true, force: true })
}
