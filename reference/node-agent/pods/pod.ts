import { isMapping } from '../../config/decode.ts'

/** Source of a pod. */
export type PodSource = 'file' | 'url' | 'api'

/**
 * Ordinary containers, init containers that end, init containers that keep running, and ephemeral containers, which are
 * added later.
 */
export type ContainerKind = 'ordinary' | 'init' | 'sidecar' | 'ephemeral'

/** Container as a pod specifies it. */
export type WantedContainer = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly kind: ContainerKind
}

/** Pod that the node must run. */
export interface Pod {
  readonly uid: string
  readonly name: string
  readonly namespace: string
  readonly source: PodSource
  readonly labels: Readonly<Record<string, string>>
  readonly spec: Readonly<Record<string, unknown>>
  readonly containers: readonly WantedContainer[]
  /** Containers that run before the ordinary containers, one after the other. */
  readonly initContainers: readonly WantedContainer[]
  readonly ephemeralContainers: readonly WantedContainer[]
  /** Time within which the containers of a terminating pod must end, in seconds. */
  readonly graceSeconds: number
  /** True if the API server has marked the pod for deletion. */
  readonly isLeaving: boolean
  /** Phase that the API server has. */
  readonly storedPhase?: unknown
}

const defaultGraceSeconds = 30

/**
 * Returns the pod of an object. Throws an error when the object is not a pod. `name` and `uid` are the name and the
 * uid on the node.
 */
export function podOf(
  value: unknown,
  source: PodSource,
  of: (metadata: Readonly<Record<string, unknown>>) => { readonly name: string; readonly uid: string },
): Pod {
  const metadata = isMapping(value) ? value['metadata'] : undefined
  const spec = isMapping(value) ? value['spec'] : undefined
  const status = isMapping(value) ? value['status'] : undefined
  if (!isMapping(metadata) || !isMapping(spec)) throw new Error('holds no pod')
  const { name, namespace = 'default', labels, deletionTimestamp } = metadata
  if (typeof name !== 'string' || typeof namespace !== 'string') throw new Error('the pod has no name')
  const gracePeriod = spec['terminationGracePeriodSeconds']
  return {
    ...of(metadata),
    namespace,
    source,
    labels: isMapping(labels) ? (labels as Pod['labels']) : {},
    spec,
    containers: containersIn(spec['containers'], () => 'ordinary'),
    initContainers: containersIn(spec['initContainers'], ({ restartPolicy }) =>
      restartPolicy === 'Always' ? 'sidecar' : 'init',
    ),
    ephemeralContainers: containersIn(spec['ephemeralContainers'], () => 'ephemeral'),
    graceSeconds: typeof gracePeriod === 'number' ? gracePeriod : defaultGraceSeconds,
    isLeaving: deletionTimestamp !== undefined && deletionTimestamp !== null,
    ...(isMapping(status) && { storedPhase: status['phase'] }),
  }
}

function containersIn(
  list: unknown,
  kindOf: (container: Readonly<Record<string, unknown>>) => ContainerKind,
): WantedContainer[] {
  if (!Array.isArray(list)) return []
  return list
    .filter(isMapping)
    .map((container) => ({ ...container, name: String(container['name']), kind: kindOf(container) }))
}

/** Reports whether the kernel may end the containers of the pod first, because the pod requests no resources. */
export function isBestEffort({ containers }: Pod): boolean {
  return containers.every(({ resources }) => {
    const { limits = {}, requests = {} } = isMapping(resources) ? resources : {}
    return Object.keys({ ...(limits as object), ...(requests as object) }).length === 0
  })
}
