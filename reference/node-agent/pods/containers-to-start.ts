import { type Container, ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import { labelOf } from './container.ts'
import type { Pod, WantedContainer } from './pod.ts'

/**
 * Returns the containers of a pod to start now. Init containers start one after the other: each starts once the
 * previous init container has succeeded or, if that container keeps running, once it has started. All other containers
 * start after the init containers.
 */
export async function containersToStart(
  { initContainers, containers: ordinary, ephemeralContainers }: Pod,
  existingContainers: readonly Container[],
  {
    isDue,
    exitCodeOf,
  }: {
    readonly isDue: (container: WantedContainer) => Promise<boolean>
    readonly exitCodeOf: (id: string) => Promise<number>
  },
): Promise<readonly WantedContainer[]> {
  const dueContainers: WantedContainer[] = []
  // Init containers that succeeded may have been removed since.
  const areInitialized = ordinary.some(({ name }) => latestOf(name, existingContainers) !== undefined)
  for (const container of initContainers) {
    const latestContainer = latestOf(container.name, existingContainers)
    if (container.kind === 'sidecar') {
      if (await isDue(container)) dueContainers.push(container)
      if (latestContainer === undefined) return dueContainers
    } else if (!areInitialized) {
      const isExited = latestContainer?.state === ContainerState.CONTAINER_EXITED
      if (isExited && (await exitCodeOf(latestContainer.id)) === 0) continue
      return (await isDue(container)) ? [...dueContainers, container] : dueContainers
    }
  }
  for (const container of [...ordinary, ...ephemeralContainers])
    if (await isDue(container)) dueContainers.push(container)
  return dueContainers
}

/** Returns the latest container with the given name. */
export function latestOf(name: string, containers: readonly Container[]): Container | undefined {
  return containers
    .filter(({ labels }) => labels[labelOf.container] === name)
    .toSorted((a, b) => (a.metadata?.attempt ?? 0) - (b.metadata?.attempt ?? 0))
    .at(-1)
}
