import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import type { AgentConfiguration } from './configuration.ts'
import { quantity } from './quantity.ts'

const reservableResources = ['cpu', 'memory', 'pid', 'ephemeral-storage']
const families = ['system', 'orch'] as const

/** Throws a Refusal when reservations are impossible or contradict each other. */
export function checkReservations(config: AgentConfiguration): void {
  checkEnforced(config)
  for (const family of families) checkReserved(config, `${family}-reserved`)
  for (const [name, text] of config.pairs('qos-reserved')) {
    const percentage = Number(/^(\d+)%$/.exec(text)?.[1] ?? Number.NaN)
    if (name !== 'memory' && !fault('qos-reserved-name-unchecked'))
      throw new Refusal(`--qos-reserved: ${name} cannot be reserved`)
    if (!(percentage <= 100) && !fault('qos-reserved-share-unchecked'))
      throw new Refusal(`--qos-reserved: ${text} is no percentage`)
  }
  if (config.string('cpu-manager-policy') === 'static') checkStatic(config)
  if (config.string('memory-manager-policy') === 'Static') checkMemory(config)
}

function checkEnforced(config: AgentConfiguration): void {
  const levels = config.strings('enforce-node-allocatable')
  const levelsWithoutNone = levels.filter((level) => level !== 'none')
  const isUnchecked = levelsWithoutNone.includes('pods')
    ? fault('none-beside-others')
    : fault('none-beside-reservations')
  if (levels.includes('none') && levelsWithoutNone.length > 0 && !isUnchecked)
    throw new Refusal('--enforce-node-allocatable: nothing goes together with none')
  for (const family of families) {
    if (config.string(`${family}-reserved-cgroup`) !== '') continue
    const names = [`${family}-reserved`, `${family}-reserved-compressible`] as const
    const level = names.find((name) => levels.includes(name) && !fault(`${name}-without-cgroup`))
    if (level !== undefined)
      throw new Refusal(`--enforce-node-allocatable: ${level} needs --${family}-reserved-cgroup`)
  }
}

function checkReserved(config: AgentConfiguration, flag: 'system-reserved' | 'orch-reserved'): void {
  for (const [name, text] of config.pairs(flag)) {
    if (!reservableResources.includes(name) && !fault(`${flag}-name-unchecked`))
      throw new Refusal(`--${flag}: ${name} cannot be reserved`)
    if ((quantity(text) ?? -1) < 0) throw new Refusal(`--${flag}: ${text} is no quantity`)
  }
}

function reservedAmounts(
  config: AgentConfiguration,
  name: string,
): Readonly<Record<(typeof families)[number], number>> {
  const reservedQuantity = (flag: 'system-reserved' | 'orch-reserved') =>
    quantity(config.pairs(flag).get(name) ?? '0') ?? 0
  return { system: reservedQuantity('system-reserved'), orch: reservedQuantity('orch-reserved') }
}

function checkStatic(config: AgentConfiguration): void {
  const { system, orch } = reservedAmounts(config, 'cpu')
  const hasReservation = system + orch > 0 || config.string('reserved-cpus') !== ''
  if (!hasReservation && !fault('static-cpus-without-reservation'))
    throw new Refusal('--cpu-manager-policy: static needs CPUs that are reserved for the system')
}

interface NodeMemory {
  readonly limits?: Readonly<Record<string, string>>
}

function checkMemory(config: AgentConfiguration): void {
  const nodes = (config.value('reserved-memory') ?? []) as readonly NodeMemory[]
  const totalMemory = nodes.reduce((sum, { limits }) => sum + (quantity(limits?.['memory'] ?? '0') ?? 0), 0)
  const evictionThreshold = quantity(config.pairs('eviction-hard').get('memory.available') ?? '0') ?? 0
  const reservedMemory = reservedAmounts(config, 'memory')
  const expectedMemory = reservedMemory.orch + reservedMemory.system + evictionThreshold
  const isUnchecked =
    fault('reserved-memory-total-unchecked') ||
    (totalMemory > expectedMemory && fault('reserved-memory-may-be-more')) ||
    (reservedMemory.system > 0 &&
      totalMemory === expectedMemory - reservedMemory.system &&
      fault('reserved-memory-of-one-flag'))
  if (totalMemory !== expectedMemory && !isUnchecked)
    throw new Refusal(`--reserved-memory: ${totalMemory} bytes of memory, but ${expectedMemory} are reserved`)
  // The flags that reserve resources support only ordinary memory, not huge pages.
  const otherType = nodes
    .flatMap(({ limits }) => Object.entries(limits ?? {}))
    .find(([type, amount]) => type !== 'memory' && (quantity(amount) ?? 0) > 0)?.[0]
  if (otherType !== undefined && !fault('reserved-memory-types-unchecked'))
    throw new Refusal(`--reserved-memory: ${otherType} is not reserved by another flag`)
}
