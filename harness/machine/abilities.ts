import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { withOwnNetwork } from './own-network.ts'

/** Abilities of the host machine that some rules need, in words for messages. */
export const hostAbilities = {
  network: 'an IPv4 address beyond loopback',
  root: 'root privileges',
  'mount-namespace': 'private mount namespaces as root',
  'user-namespace': 'unprivileged user namespaces with private mount namespaces',
  'host-name': 'private host names (UTS namespaces)',
  'network-namespace': 'private network namespaces (root and iproute2)',
  cgroups: 'a writable cgroup v2 hierarchy',
} as const
/** Name of an ability in `hostAbilities`. */
export type HostAbility = keyof typeof hostAbilities

const knownAbilities = new Map<HostAbility, boolean>()

/** Reports whether this machine has an ability. Each ability is probed once. */
export function hasAbility(ability: HostAbility): boolean {
  let isPresent = knownAbilities.get(ability)
  if (isPresent === undefined) {
    isPresent = probes[ability]()
    knownAbilities.set(ability, isPresent)
  }
  return isPresent
}

const isRoot = (): boolean => process.getuid?.() === 0

const probes: Readonly<Record<HostAbility, () => boolean>> = {
  network: () =>
    Object.values(networkInterfaces()).some((own) =>
      own?.some(({ internal, family }) => !internal && family === 'IPv4'),
    ),
  root: isRoot,
  'mount-namespace': () => isRoot() && runs('unshare', '--mount', 'true'),
  'user-namespace': () => runs('unshare', '--user', '--map-root-user', '--mount', 'true'),
  'host-name': () => runs('unshare', ...(isRoot() ? [] : ['--user', '--map-root-user']), '--uts', 'true'),
  'network-namespace': () => isRoot() && runs(...withOwnNetwork(['true'])),
  cgroups: () => isWritable('/sys/fs/cgroup/cgroup.subtree_control'),
}

// Time limit of a probe, which either succeeds at once or never.
const probeWithinMs = 5_000

function runs(file = '', ...args: readonly string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore', timeout: probeWithinMs }).status === 0
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
