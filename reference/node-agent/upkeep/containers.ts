import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import { labelOf } from '../pods/container.ts'
import { type Container, ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import type { Runtime } from '../runtime/runtime.ts'

const everyMs = 60_000
const nsPerMs = 1_000_000n

/** Removes ended containers beyond the number that the configuration keeps, now and periodically. */
export function removeDeadContainers(
  runtime: Runtime,
  config: AgentConfiguration,
  log: (line: string) => void,
): void {
  const check = async (): Promise<void> => {
    for (const { id } of surplus(await runtime.containers(), config)) await runtime.removeContainer(id)
  }
  const tryCheck = (): void => {
    check().catch((error: unknown) => log(`containers: ${String(error)}`))
  }
  tryCheck()
  setInterval(tryCheck, everyMs)
}

function surplus(all: readonly Container[], config: AgentConfiguration): readonly Container[] {
  const now = BigInt(Date.now())
  const wantedMs = config.durationMs('minimum-container-ttl-duration')
  const isThrice = wantedMs > 0 && fault('container-ttl-thrice')
  const ttlMs = BigInt(Math.round(isThrice ? 3 * wantedMs : wantedMs))
  const dead = all
    .filter(
      ({ state, labels }) => state === ContainerState.CONTAINER_EXITED && labels[labelOf.uid] !== undefined,
    )
    .filter(({ createdAt }) => now - createdAt / nsPerMs >= ttlMs || fault('container-ttl-ignored'))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const wanted = config.number('maximum-dead-containers-per-container')
  const each = wanted === 0 && fault('dead-containers-zero-keeps-one') ? 1 : wanted
  const isMany = dead.length > each && each >= 0
  const perUnit = isMany && fault('dead-containers-per-container-ignored') ? -1 : each
  const counts = new Map<string, number>()
  const kept: Container[] = []
  const gone: Container[] = []
  for (const container of dead) {
    const unit = `${container.labels[labelOf.uid]}/${container.labels[labelOf.container]}`
    const count = (counts.get(unit) ?? 0) + 1
    counts.set(unit, count)
    ;(perUnit >= 0 && count > perUnit ? gone : kept).push(container)
  }
  const maxInTotal = config.number('maximum-dead-containers')
  const max = maxInTotal < 0 && fault('dead-containers-negative-is-none') ? 0 : maxInTotal
  const isOver = max >= 0 && kept.length > max
  return isOver && !fault('dead-containers-ignored') ? [...gone, ...kept.slice(max)] : gone
}
