import { fault } from '../../quirks/quirks.ts'
import type { Pod, PodSource } from './pod.ts'

/**
 * History of the pods of one source, only for faults: the first two specifications of each pod name, and the names of
 * removed pods.
 */
interface PodHistory {
  readonly versions: Map<string, Pod[]>
  readonly gone: Set<string>
}

/** Effective pods of each source: the latest specifications, unless a fault applies. */
export class EffectivePods {
  readonly #histories = new Map<PodSource, PodHistory>()

  /** Returns the effective pods of a source whose latest specifications are the given pods. */
  of(source: PodSource, pods: readonly Pod[]): readonly Pod[] {
    const history = this.#histories.get(source) ?? { versions: new Map(), gone: new Set() }
    this.#histories.set(source, history)
    const names = new Set(pods.map(({ name }) => name))
    for (const name of history.versions.keys()) {
      if (names.has(name)) continue
      history.versions.delete(name)
      history.gone.add(name)
    }
    return pods
      .filter(({ name }) => !history.gone.has(name) || !fault(`${source}-pods-put-back-not-run`))
      .map((pod) => this.#versionOf(source, pod, history))
  }

  #versionOf(source: PodSource, pod: Pod, { versions }: PodHistory): Pod {
    const podVersions = versions.get(pod.name) ?? []
    versions.set(pod.name, podVersions)
    const hasSameSpec = (version: Pod | undefined) =>
      JSON.stringify(version?.spec) === JSON.stringify(pod.spec)
    if (!hasSameSpec(podVersions.at(-1))) podVersions.push(pod)
    const [firstVersion = pod] = podVersions
    const isChanged = podVersions.length > 1
    if (isChanged && source !== 'api' && firstVersion.uid === pod.uid && fault('changes-under-a-uid-ignored'))
      return firstVersion
    if (isChanged && fault(`${source}-changes-ignored`)) return asFirstVersion(firstVersion, pod)
    const ignoredBy = isChanged && source !== 'api' ? changeBetween(firstVersion, pod) : undefined
    if (ignoredBy !== undefined && fault(ignoredBy)) return asFirstVersion(firstVersion, pod)
    if (podVersions.length > 2 && fault('second-changes-ignored'))
      return asFirstVersion(podVersions[1] ?? pod, pod)
    return pod
  }
}

function asFirstVersion(firstVersion: Pod, { isLeaving, uid, source }: Pod): Pod {
  return { ...firstVersion, isLeaving, ...(source === 'api' && { uid }) }
}

/** Returns the fault that ignores the change between two specifications; `undefined` for other images. */
function changeBetween(first: Pod, pod: Pod) {
  if (pod.containers.length > first.containers.length) return 'added-containers-ignored'
  if (pod.containers.length < first.containers.length) return 'removed-containers-kept'
  const imagesOf = ({ containers }: Pod) => JSON.stringify(containers.map(({ image }) => image))
  return imagesOf(first) === imagesOf(pod) ? 'changes-of-other-fields-ignored' : undefined
}
