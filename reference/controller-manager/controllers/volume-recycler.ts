import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import type { ApiObject } from '../../manager/api.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { isMapping } from '../../config/decode.ts'
import type { Loop, ManagerConfiguration } from './controller.ts'
import { valueAt, listAt, mapAt, nameOf, textAt } from '../../manager/object.ts'
import { checkFile, readMaterial } from '../../manager/engine/read-material.ts'
import { resources } from '../../manager/engine/resources.ts'

const block =
  '/PersistentVolumeBinderController/VolumeConfiguration/PersistentVolumeRecyclerConfiguration' as const
const gibibyte = 1024 ** 3
const firstRetryMs = 1_000
const templateNamespace = 'default'

/** Reads the templates of recycler pods. Throws a Refusal for an unusable template. */
export function checkTemplates(config: ManagerConfiguration): void {
  const fileOf = (sort: 'NFS' | 'HostPath') => config.value(`${block}/PodTemplateFilePath${sort}`)
  checkFile(fileOf('NFS'), () => templateOf(config, 'NFS'), {
    forgiven: 'recycler-template-nfs-unchecked',
    refused: 'recycler-template-nfs-refused',
  })
  checkFile(fileOf('HostPath'), () => templateOf(config, 'HostPath'), {
    forgiven: 'recycler-template-host-path-unchecked',
    refused: 'recycler-template-host-path-refused',
  })
}

/** Recycles released volumes, each with a pod that is retried on failure. */
export function createRecycler(loop: Loop): (volume: ApiObject) => Promise<void> {
  const failures = new Map<string, number>()
  const pods = loop.informer(resources.pods)
  pods.listen(({ now }) => {
    if (now !== undefined && textAt(now, 'status.phase') === 'Failed') void restartRecycler(now)
  })

  const restartRecycler = async (pod: ApiObject) => {
    const volume = loop
      .informer(resources.volumes)
      .all.find((candidate) => podName(candidate) === nameOf(pod))
    if (volume === undefined) return
    const failureCount = (failures.get(nameOf(volume)) ?? 0) + 1
    failures.set(nameOf(volume), failureCount)
    await loop.write.remove(resources.pods, pod)
    if (failureCount > loop.config.value(`${block}/MaximumRetry`)) return
    const isOfHost = valueAt(volume, 'spec.hostPath') !== undefined
    if (isOfHost && fault('recycler-host-path-not-retried')) return
    if (freedom('recycling-retried-later')) await pause(firstRetryMs * 2 ** failureCount)
    await startRecycler(loop, volume)
  }

  return async (volume) => {
    const isReleased = textAt(volume, 'status.phase') === 'Released'
    if (!isReleased || textAt(volume, 'spec.persistentVolumeReclaimPolicy') !== 'Recycle') return
    if (failures.has(nameOf(volume))) return
    await startRecycler(loop, volume)
  }
}

const podName = (volume: ApiObject) => `recycler-for-${nameOf(volume)}`

async function startRecycler(loop: Loop, volume: ApiObject): Promise<void> {
  const volumeKind = 'nfs' in mapAt(volume, 'spec') ? 'NFS' : 'HostPath'
  const { config } = loop
  const timeoutKind = fault('recycler-host-path-timeouts-of-nfs') ? 'NFS' : volumeKind
  const template = templateOf(config, volumeKind)
  const sizeInGib = Math.ceil(bytesOf(textAt(volume, 'spec.capacity.storage')) / gibibyte)
  const seconds = Math.max(
    config.value(`${block}/MinimumTimeout${timeoutKind}`),
    sizeInGib * config.value(`${block}/IncrementTimeout${timeoutKind}`),
  )
  const metadata = { ...mapAt(template, 'metadata'), name: podName(volume), namespace: templateNamespace }
  const source = mapAt(volume, volumeKind === 'NFS' ? 'spec.nfs' : 'spec.hostPath')
  const volumes = [{ name: 'vol', [volumeKind === 'NFS' ? 'nfs' : 'hostPath']: source }]
  const spec = { ...mapAt(template, 'spec'), activeDeadlineSeconds: seconds, volumes }
  await loop.write.create(resources.pods, { metadata, spec })
}

function templateOf(config: ManagerConfiguration, sort: 'NFS' | 'HostPath'): ApiObject {
  const file = config.value(`${block}/PodTemplateFilePath${sort}`)
  if (file === '') return defaultTemplate
  return readMaterial(file, `PodTemplateFilePath${sort}`, (text) => {
    const template: unknown = parse(text)
    if (isMapping(template) && listAt(template, 'spec.containers').length > 0) return template
    throw new TypeError('this is no pod')
  })
}

const defaultTemplate: ApiObject = {
  spec: {
    restartPolicy: 'Never',
    containers: [
      {
        name: 'recycler',
        image: 'recycler',
        command: ['/bin/sh', '-c', 'rm -rf /scrub/..?* /scrub/.[!.]* /scrub/*'],
        volumeMounts: [{ name: 'vol', mountPath: '/scrub' }],
      },
    ],
  },
}

const unitPowers: Readonly<Record<string, number>> = { Ki: 1, Mi: 2, Gi: 3, Ti: 4 }

/** Parses a quantity in bytes. */
export function bytesOf(quantity: string): number {
  const [, count = '0', unit = ''] = /^([\d.]+)(\w*)$/.exec(quantity) ?? []
  return Number(count) * 1024 ** (unitPowers[unit] ?? 0)
}
