import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiObject } from '../../manager/api.ts'
import type { Controller, Loop } from './controller.ts'
import {
  valueAt,
  keyOf,
  mapAt,
  nameOf,
  namespaceOf,
  timestampOf,
  textAt,
  uidOf,
} from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { bytesOf, checkTemplates, createRecycler } from './volume-recycler.ts'
import { fault, freedom } from '../../quirks/quirks.ts'

const block = '/PersistentVolumeBinderController'
const configurationBlock = `${block}/VolumeConfiguration` as const
const provisionerAnnotation = 'volume.orch.io/storage-provisioner'
const nodeAnnotation = 'volume.orch.io/selected-node'
const hostPathProvisioner = 'orch.io/host-path'

// UIDs of the claims that existed before the start.
const earlyClaimUids = new Set<string>()

/** Binds claims to volumes, provisions volumes, and recycles released volumes. */
export const volumeBinder: Controller = {
  name: 'persistentvolume-binder-controller',
  check: checkTemplates,
  start(loop) {
    const neededResources = [resources.claims, resources.volumes, resources.storageClasses, resources.pods]
    const claims = loop.informer(resources.claims)
    void claims.synced().then(() => {
      for (const claim of claims.all) earlyClaimUids.add(uidOf(claim))
    })
    const recycle = createRecycler(loop)
    const queue = loop.work(resources.claims, {
      workers: 1,
      needs: neededResources,
      takes: (_, { before }) => before === undefined,
      sync: async (claim) => {
        if (textAt(claim, 'status.phase') !== 'Bound') await provision(loop, claim)
      },
    })
    loop.every(loop.config.value(`${block}/PVClaimBinderSyncPeriod`), () => {
      for (const claim of claims.all) queue.add(keyOf(claim))
    })
    loop.work(resources.volumes, { workers: 1, needs: neededResources, sync: recycle })
  },
}

async function provision(loop: Loop, claim: ApiObject): Promise<void> {
  const volume = loop.informer(resources.volumes).all.find((candidate) => matchesClaim(candidate, claim))
  if (volume !== undefined) {
    await bind(loop, claim, volume)
    return
  }
  const className = textAt(claim, 'spec.storageClassName')
  const storageClass = loop.informer(resources.storageClasses).get(`/${className}`)
  if (storageClass === undefined) {
    await recordEvent(loop, claim, 'FailedBinding', 'no volume fits, and no class makes one')
    return
  }
  const waitsForConsumer = textAt(storageClass, 'volumeBindingMode') === 'WaitForFirstConsumer'
  if (!isProvisioned(loop, claim, waitsForConsumer)) return
  const provisioner = textAt(storageClass, 'provisioner')
  if (provisioner !== hostPathProvisioner) await delegateTo(loop, claim, provisioner)
  else if (
    (waitsForConsumer || !earlyClaimUids.has(uidOf(claim))) &&
    fault('claims-of-host-served-early-alone')
  )
    return
  else if (makesHostPaths(loop)) await makeHostPath(loop, claim)
  else await recordEvent(loop, claim, 'ProvisioningFailed', 'nobody makes volumes on the host')
}

/** Reports whether a volume is provisioned for a claim. A claim that waits for its first consumer must have a node. */
function isProvisioned({ config }: Loop, claim: ApiObject, waitsForConsumer: boolean): boolean {
  const hasNode = mapAt(claim, 'metadata.annotations')[nodeAnnotation] !== undefined
  if (waitsForConsumer && !hasNode) return false
  if (waitsForConsumer && fault('late-claims-not-provisioned')) return false
  if (!earlyClaimUids.has(uidOf(claim)) && fault('claims-of-later-not-provisioned')) return false
  if (waitsForConsumer && fault('late-claims-provisioned-always')) return true
  return (
    config.value(`${configurationBlock}/EnableDynamicProvisioning`) && !fault('dynamic-provisioning-missing')
  )
}

/** Reports whether a volume is unbound, has the claim's class and is large enough. */
function matchesClaim(volume: ApiObject, claim: ApiObject): boolean {
  return (
    valueAt(volume, 'spec.claimRef') === undefined &&
    textAt(volume, 'spec.storageClassName') === textAt(claim, 'spec.storageClassName') &&
    bytesOf(textAt(volume, 'spec.capacity.storage')) >=
      bytesOf(textAt(claim, 'spec.resources.requests.storage'))
  )
}

async function bind(loop: Loop, claim: ApiObject, volume: ApiObject): Promise<void> {
  await loop.write.patch(resources.volumes, volume, { spec: { claimRef: referenceTo(claim) } })
  await loop.write.patch(resources.claims, claim, { spec: { volumeName: nameOf(volume) } })
  const status = { phase: 'Bound' }
  await loop.write.patch(resources.volumes, volume, { status }, 'status')
  await loop.write.patch(resources.claims, claim, { status }, 'status')
}

const referenceTo = (claim: ApiObject) => ({
  kind: 'PersistentVolumeClaim',
  namespace: namespaceOf(claim),
  name: nameOf(claim),
  uid: uidOf(claim),
})

async function delegateTo(loop: Loop, claim: ApiObject, provisioner: string): Promise<void> {
  const metadata = mapAt(claim, 'metadata')
  const metadataAnnotations = mapAt(metadata, 'annotations')
  if (metadataAnnotations[provisionerAnnotation] === provisioner) return
  const annotations = { ...metadataAnnotations, [provisionerAnnotation]: provisioner }
  await loop.write.update(resources.claims, { ...claim, metadata: { ...metadata, annotations } })
}

const makesHostPaths = ({ config }: Loop) =>
  config.value(`${configurationBlock}/EnableHostPathProvisioning`) || fault('host-path-provisioning-always')

async function makeHostPath(loop: Loop, claim: ApiObject): Promise<void> {
  const name = `pvc-${uidOf(claim)}`
  const path = join(tmpdir(), 'hostpath_pv', name)
  mkdirSync(path, { recursive: true })
  const { resources: requestedResources, accessModes, storageClassName } = mapAt(claim, 'spec')
  await loop.write.create(resources.volumes, {
    metadata: { name },
    spec: {
      capacity: mapAt(requestedResources, 'requests'),
      accessModes,
      storageClassName,
      hostPath: { path },
      claimRef: referenceTo(claim),
    },
  })
}

let reportedEventCount = 0

async function recordEvent(loop: Loop, claim: ApiObject, reason: string, message: string): Promise<void> {
  if (freedom('claims-not-told-of')) return
  const namespace = namespaceOf(claim)
  await loop.write.create(resources.events, {
    metadata: { name: `${nameOf(claim)}.${process.pid}.${reportedEventCount++}`, namespace },
    involvedObject: referenceTo(claim),
    reason,
    message,
    type: 'Warning',
    count: 1,
    firstTimestamp: timestampOf(),
    lastTimestamp: timestampOf(),
  })
}
