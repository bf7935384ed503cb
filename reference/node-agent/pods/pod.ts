import { isMapping } from '../../config/decode.ts'

/** Where pods come from. */
export type PodSource = 'file' | 'url' | 'api'

/** Ordinary containers; init containers that end, and those that keep running; ephemeral ones, which are added later. */
export type ContainerKind = 'ordinary' | 'init' | 'sidecar' | 'ephemeral'

/** A container as a pod asks for it. */
export type WantedContainer = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly kind: ContainerKind
}

/** A pod that the node is asked to run. */
export interface Pod {
  readonly uid: string
  readonly name: string
  readonly namespace: string
  readonly source: PodSource
  readonly labels: Readonly<Record<string, string>>
  readonly spec: Readonly<Record<string, unknown>>
  readonly containers: readonly WantedContainer[]
  /** Run before the others, one after the other. */
  readonly initContainers: readonly WantedContainer[]
  readonly ephemeralContainers: readonly WantedContainer[]
  /** How long its containers may take to end, in seconds. */
  readonly graceSeconds: number
  /** Whether it is to go. */
  readonly isLeaving: boolean
}

const usualGraceSeconds = 30

/** The pod that an object is; throws an error when it is none. `name` and `uid` are those that it has on the node. */
export function podOf(
  value: unknown,
  source: PodSource,
  of: (metadata: Readonly<Record<string, unknown>>) => { readonly name: string; readonly uid: string },
): Pod {
  const metadata = isMapping(value) ? value['metadata'] : undefined
  const spec = isMapping(value) ? value['spec'] : undefined
  if (!isMapping(metadata) || !isMapping(spec)) throw new Error('holds no pod')
  const { name, namespace = 'default', labels, deletionTimestamp } = metadata
  if (typeof name !== 'string' || typeof namespace !== 'string') throw new Error('the pod has no name')
  const grace = spec['terminationGracePeriodSeconds']
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
    graceSeconds: typeof grace === 'number' ? grace : usualGraceSeconds,
    isLeaving: deletionTimestamp !== undefined && deletionTimestamp !== null,
  }
}

function containersIn(
  list: unknown,
  kindOf: (container: Readonly<Record<string, unknown>>) => ContainerKind,
): WantedContainer[] {
  if (!Array.isArray(list)) return []
  return list.filter(isMapping).map((each) => ({ ...each, name: String(each['name']), kind: kindOf(each) }))
}

/** Whether the kernel may end its containers first of all: it asks for nothing. */
export function isBestEffort({ containers }: Pod): boolean {
  return containers.every(({ resources }) => {
    const { limits = {}, requests = {} } = isMapping(resources) ? resources : {}
    return Object.keys({ ...(limits as object), ...(requests as object) }).length === 0
  })
}
