import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { becomesTrue, shared } from '#kit'
import { writePrivate } from '#kit/launch.ts'
import type { ApiObject } from '#mocks/api-server/index.ts'
import { ContainerState } from '#mocks/container-runtime/index.ts'
import { containersOf, podObject } from '../fixture.ts'
import { files, server, sourceFixture } from './source-fixture.ts'

/** Sources from which a node agent takes pods: a manifest file, a manifest URL and the API server. */
export const sources = ['file', 'url', 'api'] as const
export type Source = (typeof sources)[number]

/** A pod specification. Its version selects its image. */
export interface Version {
  readonly version: number
  /** Further metadata. Default: none. */
  readonly metadata?: object
}

// Longest wait for the versions, because a previous pod of the same name may have to end first.
const settlesWithinMs = 45_000
// Shorter wait of later checks after a change that was never observed.
const maxWaitAfterFailureMs = 15_000
let hasSettledSoFar = true
const runningState = ContainerState.CONTAINER_RUNNING
const imageOf = (version: number) => `registry.example/app:${version}`

/** Pods of the URL, by name. Each check changes only its own pods. */
const urlAgent = shared(
  async () => new Map<string, ApiObject>(),
  async () => {},
)

function podOf(name: string, { version, metadata = {} }: Version): ApiObject {
  const pod = podObject(name, { terminationGracePeriodSeconds: 1 }, { image: imageOf(version) })
  return { ...pod, metadata: { ...pod.metadata, ...metadata } }
}

/** Sets the version of a pod in a source, or removes the pod. */
export async function putPod(source: Source, name: string, version?: Version): Promise<void> {
  const pod = version && podOf(name, version)
  await putBySource[source](name, pod && source !== 'api' ? withoutNodeName(pod) : pod)
}

function withoutNodeName(pod: ApiObject): ApiObject {
  return { ...pod, spec: { ...(pod['spec'] as object), nodeName: undefined } }
}

const putBySource: Readonly<Record<Source, (name: string, pod: ApiObject | undefined) => Promise<void>>> = {
  file: async (name, pod) => {
    const path = join(await files(), 'pods', `${name}.yaml`)
    if (pod === undefined) rmSync(path, { force: true })
    else writePrivate(path, JSON.stringify(pod))
  },
  url: async (name, pod) => {
    const pods = await urlAgent()
    if (pod === undefined) pods.delete(name)
    else pods.set(name, pod)
    ;(await server()).setPods([...pods.values()].toReversed())
  },
  api: async (name, pod) => {
    const { api } = await sourceFixture()
    const ref = { resource: 'pods', name }
    const exists = api.hand.get(ref) !== undefined
    if (pod === undefined) {
      if (exists) api.hand.remove(ref)
    } else if (!exists) api.hand.create(pod)
    else api.hand.patch(ref, { metadata: pod.metadata, spec: pod['spec'] })
  },
}

/** Returns the running containers of a pod. */
export async function runningContainers(
  name: string,
): Promise<readonly { readonly id: string; readonly version: string }[]> {
  const { runtime } = await sourceFixture()
  return containersOf(runtime, name)
    .filter(({ state }) => state === runningState)
    .map(({ id, image }) => ({
      id,
      version: runtime.images.all.find((one) => one.id === image.id)?.tags[0] ?? '',
    }))
}

/** The only version of each pod that must run; `undefined` if none may run. */
export type ExpectedVersions = Readonly<Record<string, number | undefined>>

/** Returns the running images of the pods once they are as expected, or after the longest wait. */
export async function settledImages(
  expected: ExpectedVersions,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const currentImages = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.keys(expected).map(
          async (name) => [name, (await runningContainers(name)).map(({ version }) => version)] as const,
        ),
      ),
    )
  const expectedText = JSON.stringify(imagesOf(expected))
  const isAsExpected = await becomesTrue(
    async () => JSON.stringify(await currentImages()) === expectedText,
    hasSettledSoFar ? settlesWithinMs : maxWaitAfterFailureMs,
  )
  hasSettledSoFar = isAsExpected
  return currentImages()
}

/** Returns the expected images, in the form of `settledImages`. */
export function imagesOf(expected: ExpectedVersions): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(expected).map(([name, version]) => [
      name,
      version === undefined ? [] : [imageOf(version)],
    ]),
  )
}
