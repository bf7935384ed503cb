import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import type { AgentConfiguration } from './configuration.ts'
import { quantity } from './quantity.ts'

const reservable = ['cpu', 'memory', 'pid', 'ephemeral-storage']
const families = ['system', 'orch'] as const

/** Throws a Refusal when reservations are impossible or contradict each other. */
export function checkReservations(config: AgentConfiguration): void {
  checkEnforced(config)
  for (const family of families) checkReserved(config, `${family}-reserved`)
  for (const [name, text] of config.pairs('qos-reserved')) {
    const share = Number(/^(\d+)%$/.exec(text)?.[1] ?? Number.NaN)
    if (name !== 'memory' && !fault('qos-reserved-name-unchecked'))
      throw new Refusal(`--qos-reserved: ${name} cannot be reserved`)
    if (!(share <= 100) && !fault('qos-reserved-share-unchecked'))
      throw new Refusal(`--qos-reserved: ${text} is no percentage`)
  }
  if (config.string('cpu-manager-policy') === 'static') checkStatic(config)
  if (config.string('memory-manager-policy') === 'Static') checkMemory(config)
}

function checkEnforced(config: AgentConfiguration): void {
  const levels = config.strings('enforce-node-allocatable')
  const levelsWithoutNone = levels.filter((level) => level !== 'none')
  const isSpared = levelsWithoutNone.includes('pods')
    ? fault('none-beside-others')
    : fault('none-beside-reservations')
  if (levels.includes('none') && levelsWithoutNone.length > 0 && !isSpared)
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
    if (!reservable.includes(name) && !fault(`${flag}-name-unchecked`))
      throw new Refusal(`--${flag}: ${name} cannot be reserved`)
    if ((quantity(text) ?? -1) < 0) throw new Refusal(`--${flag}: ${text} is no quantity`)
  }
}

function reserved(
  config: AgentConfiguration,
  name: string,
): Readonly<Record<(typeof families)[number], number>> {
  const of = (flag: 'system-reserved' | 'orch-reserved') => quantity(config.pairs(flag).get(name) ?? '0') ?? 0
  return { system: of('system-reserved'), orch: of('orch-reserved') }
}

function checkStatic(config: AgentConfiguration): void {
  const { system, orch } = reserved(config, 'cpu')
  const some = system + orch > 0 || config.string('reserved-cpus') !== ''
  if (!some && !fault('static-cpus-without-reservation'))
    throw new Refusal('--cpu-manager-policy: static needs CPUs that are reserved for the system')
}

interface NodeMemory {
  readonly limits?: Readonly<Record<string, string>>
}

function checkMemory(config: AgentConfiguration): void {
  const nodes = (config.value('reserved-memory') ?? []) as readonly NodeMemory[]
  const total = nodes.reduce((sum, { limits }) => sum + (quantity(limits?.['memory'] ?? '0') ?? 0), 0)
  const evicted = quantity(config.pairs('eviction-hard').get('memory.available') ?? '0') ?? 0
  const all = reserved(config, 'memory')
  const wanted = all.orch + all.system + evicted
  const isSpared =
    fault('reserved-memory-total-unchecked') ||
    (total > wanted && fault('reserved-memory-may-be-more')) ||
    (all.system > 0 && total === wanted - all.system && fault('reserved-memory-of-one-flag'))
  if (total !== wanted && !isSpared)
    throw new Refusal(`--reserved-memory: ${total} bytes of memory, but ${wanted} are reserved`)
}
