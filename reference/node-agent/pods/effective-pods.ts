import { fault } from '../../quirks/quirks.ts'
import type { Pod, PodSource } from './pod.ts'

/**
 * State for faults only: the first and the second specification of each name of a source, and the names that were
 * removed.
 */
interface PodHistory {
  readonly versions: Map<string, Pod[]>
  readonly gone: Set<string>
}

/** Effective pods of each source: the latest specifications, unless a fault applies. */
export class EffectivePods {
  readonly #former = new Map<PodSource, PodHistory>()

  /** Returns the effective pods of a source that has the given pods. */
  of(source: PodSource, pods: readonly Pod[]): readonly Pod[] {
    const former = this.#former.get(source) ?? { versions: new Map(), gone: new Set() }
    this.#former.set(source, former)
    const names = new Set(pods.map(({ name }) => name))
    for (const name of former.versions.keys()) {
      if (names.has(name)) continue
      former.versions.delete(name)
      former.gone.add(name)
    }
    return pods
      .filter(({ name }) => !former.gone.has(name) || !fault(`${source}-pods-put-back-not-run`))
      .map((pod) => this.#versionOf(source, pod, former))
  }

  #versionOf(source: PodSource, pod: Pod, { versions }: PodHistory): Pod {
    const all = versions.get(pod.name) ?? []
    versions.set(pod.name, all)
    const isSame = (one: Pod | undefined) => JSON.stringify(one?.spec) === JSON.stringify(pod.spec)
    if (!isSame(all.at(-1))) all.push(pod)
    const [first = pod] = all
    const isChanged = all.length > 1
    if (isChanged && source !== 'api' && first.uid === pod.uid && fault('changes-under-a-uid-ignored'))
      return first
    if (isChanged && fault(`${source}-changes-ignored`)) return asFirstVersion(first, pod)
    if (all.length > 2 && fault('second-changes-ignored')) return asFirstVersion(all[1] ?? pod, pod)
    return pod
  }
}

function asFirstVersion(first: Pod, { isLeaving, uid, source }: Pod): Pod {
  return { ...first, isLeaving, ...(source === 'api' && { uid }) }
}
