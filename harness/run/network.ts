import { HarnessError } from '../errors.ts'
import type { Network } from '../header.ts'
import { hasAbility, hostAbilities } from '../machine/abilities.ts'

// Targets whose programs run on this machine, and can share a separate network with their peers.
const localTargets: ReadonlySet<string> = new Set(['reference', 'kubernetes'])

/** Command-line options that decide the network of a run. */
export interface NetworkOptions {
  /** The wanted network; default: a separate network where possible. */
  readonly network?: Network
  /** Name or path of the target. */
  readonly target: string
  /** Command of the program, which may lead to another machine or a container. */
  readonly command: readonly string[]
}

/**
 * Returns the network of the programs and peers of a run.
 * @throws HarnessError `config-fault` if a separate network is wanted and this machine has none
 */
export function networkOf({ network, target, command }: NetworkOptions): Network {
  if (network === 'machine') return network
  const isAble = hasAbility('network-namespace')
  if (network === undefined)
    return isAble && localTargets.has(target) && command.length === 0 ? 'own' : 'machine'
  if (isAble) return network
  throw new HarnessError(
    'config-fault',
    `--network own: this machine lacks ${hostAbilities['network-namespace']}. Run as root with iproute2, or give --network machine.`,
  )
}
