import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { labelOf } from '../pods/container.ts'
import { type Container, ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import type { Runtime } from '../runtime/runtime.ts'

const intervalMs = 60_000
const nsPerMs = 1_000_000n

/** Removes ended containers beyond the number that the configuration keeps, now and periodically. */
export function removeDeadContainers(
  runtime: Runtime,
  config: AgentConfiguration,
  log: (line: string) => void,
): void {
  const check = async (): Promise<void> => {
    for (const { id } of surplusContainers(await runtime.containers(), config))
      await runtime.removeContainer(id)
  }
  const tryCheck = (): void => {
    check().catch((error: unknown) => log(`containers: ${String(error)}`))
  }
  tryCheck()
  setInterval(tryCheck, intervalMs)
}

function surplusContainers(
  containers: readonly Container[],
  config: AgentConfiguration,
): readonly Container[] {
  const now = BigInt(Date.now())
  const minAgeFlagMs = config.durationMs('minimum-container-ttl-duration')
  const isAgeTripled = minAgeFlagMs > 0 && fault('container-ttl-thrice')
  const ttlMs = BigInt(Math.round(isAgeTripled ? 3 * minAgeFlagMs : minAgeFlagMs))
  const deadContainers = containers
    .filter(
      ({ state, labels }) => state === ContainerState.CONTAINER_EXITED && labels[labelOf.uid] !== undefined,
    )
    .filter(({ createdAt }) => now - createdAt / nsPerMs >= ttlMs || fault('container-ttl-ignored'))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const maxPerContainerFlag = config.number('maximum-dead-containers-per-container')
  const maxPerContainer =
    maxPerContainerFlag === 0 && fault('dead-containers-zero-keeps-one') ? 1 : maxPerContainerFlag
  const exceedsMaximum = deadContainers.length > maxPerContainer && maxPerContainer >= 0
  const maxPerUnit = exceedsMaximum && fault('dead-containers-per-container-ignored') ? -1 : maxPerContainer
  const countsByUnit = new Map<string | undefined, number>()
  const keptContainers: Container[] = []
  const removedContainers: Container[] = []
  for (const container of deadContainers) {
    const podUid = container.labels[labelOf.uid]
    const unit = fault('dead-containers-counted-by-pod')
      ? podUid
      : `${podUid}/${container.labels[labelOf.container]}`
    const count = (countsByUnit.get(unit) ?? 0) + 1
    countsByUnit.set(unit, count)
    ;(maxPerUnit >= 0 && count > maxPerUnit ? removedContainers : keptContainers).push(container)
  }
  const maxTotal = config.number('maximum-dead-containers')
  const max = maxTotal < 0 && fault('dead-containers-negative-is-none') ? 0 : maxTotal
  const exceedsTotal = max >= 0 && keptContainers.length > max
  return exceedsTotal && !fault('dead-containers-ignored')
    ? [...removedContainers, ...keptContainers.slice(max)]
    : removedContainers
}
