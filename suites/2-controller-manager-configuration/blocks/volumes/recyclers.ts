import { becomesTrue, formerly } from '#kit'
import { file } from '#kit/launch.ts'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { reconciledWithinMs, requestsSince } from '../requests.ts'
import { putObject, sharedFixture } from '../fixture.ts'

export const block =
  '/PersistentVolumeBinderController/VolumeConfiguration/PersistentVolumeRecyclerConfiguration'
export const maxRetryField = `${block}/MaximumRetry`
export const blocks = ['PersistentVolumeBinderController']
export const watchedResources = ['persistentvolumes', 'persistentvolumeclaims']

export const recyclers = [
  { sort: 'NFS', source: { nfs: { server: 'nfs.example', path: '/judged' } } },
  { sort: 'HostPath', source: { hostPath: { path: '/judged' } } },
] as const

/** Returns the template of a pod that cleans a volume. Its image distinguishes the template from other templates. */
export const template = (image: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'cleaner', namespace: 'default' },
  spec: {
    restartPolicy: 'Never',
    volumes: [{ name: 'vol', hostPath: { path: '/any' } }],
    containers: [
      { name: 'cleaner', image, command: ['true'], volumeMounts: [{ name: 'vol', mountPath: '/scrub' }] },
    ],
  },
})
export const imageName = (sort: string, imageSuffix: string) =>
  `judged.example/${sort.toLowerCase()}-${imageSuffix}`

/** Values that are added to the settings of each sort of recycler, so that no two settings are equal. */
export const fieldDefaults = {
  NFS: { minimum: 0, increment: 0 },
  HostPath: { minimum: 100, increment: 2 },
} as const

const recyclingFixture = (imageSuffix: string, minimum: number, increment: number, max: number) =>
  sharedFixture(() => ({
    blocks,
    fields: {
      ...Object.fromEntries(
        recyclers.flatMap(({ sort }) => [
          [`${block}/MinimumTimeout${sort}`, minimum + fieldDefaults[sort].minimum],
          [`${block}/IncrementTimeout${sort}`, increment + fieldDefaults[sort].increment],
          [
            `${block}/PodTemplateFilePath${sort}`,
            file(`${sort}.yaml`, template(imageName(sort, imageSuffix))),
          ],
        ]),
      ),
      [maxRetryField]: max,
    },
    watchedResources,
  }))
/** Managers that recycle volumes, with different settings. */
export const fixtures = {
  'the first value': {
    fixture: recyclingFixture('a', 900, 17, 1),
    which: 'a',
    minimum: 900,
    increment: 17,
    maxRetries: 1,
  },
  'the second value': formerly('another value', {
    fixture: recyclingFixture('b', 1_200, 23, 2),
    which: 'b',
    minimum: 1_200,
    increment: 23,
    maxRetries: 2,
  }),
} as const

/** Creates a volume to recycle. */
function putVolume(api: ApiServer, sort: RecyclerSort, gi: number): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: nameOf(sort, gi) },
    spec: {
      capacity: { storage: `${gi}Gi` },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Recycle',
      claimRef: {
        kind: 'PersistentVolumeClaim',
        namespace: 'default',
        name: 'gone',
        uid: `of-${sort}-${gi}`,
      },
      ...recyclers.find((one) => one.sort === sort)?.source,
    },
    status: { phase: 'Released' },
  })
}

type RecyclerSort = (typeof recyclers)[number]['sort']

export const nameOf = (sort: RecyclerSort, gi: number) => `${sort.toLowerCase()}-${gi}`

interface RecyclerPod {
  readonly metadata?: { readonly name?: string }
  readonly spec?: {
    readonly activeDeadlineSeconds?: number
    readonly containers?: readonly { image?: string }[]
  }
}

/** Returns the pods that were created to recycle a volume, with their times. */
function recyclerPods(api: ApiServer, sort: RecyclerSort, gi: number) {
  return requestsSince(api, 0, { verb: 'create', resource: 'pods' })
    .map(({ body, atMs }) => ({ pod: (body ?? {}) as RecyclerPod, atMs }))
    .filter(({ pod }) => pod.metadata?.name?.endsWith(nameOf(sort, gi)))
}

/** Returns the times at which the cleaning of a volume began, oldest first. */
export function recycledAtMs(api: ApiServer, sort: RecyclerSort, gi: number): readonly number[] {
  return recyclerPods(api, sort, gi).map(({ atMs }) => atMs)
}

/** Returns the longest time between two consecutive moments. */
export function longestGap(moments: readonly number[]): number {
  return Math.max(0, ...moments.slice(1).map((at, index) => at - (moments[index] ?? at)))
}

/** Makes the pod that cleans a volume fail, if there is one. */
export function failRecyclerPod(api: ApiServer, sort: RecyclerSort, gi: number): void {
  const pod = api.hand
    .list('pods', 'default')
    .find(({ metadata }) => metadata.name.endsWith(nameOf(sort, gi)))
  if (pod === undefined || (pod.status as { phase?: string } | undefined)?.phase === 'Failed') return
  api.hand.patch({ resource: 'pods', name: pod.metadata.name }, { status: { phase: 'Failed' } })
}

/**
 * Returns the specification of the first cleaning pod. Volumes are created one by one, because other rules cover
 * several volumes.
 */
export async function recyclerPod(
  api: ApiServer,
  sort: RecyclerSort,
  gi: number,
): Promise<RecyclerPod['spec']> {
  const existingVolume = api.hand.get({ resource: 'persistentvolumes', name: nameOf(sort, gi) })
  if (existingVolume === undefined) putVolume(api, sort, gi)
  await becomesTrue(() => recyclerPods(api, sort, gi).length > 0, reconciledWithinMs)
  return recyclerPods(api, sort, gi)[0]?.pod.spec
}
