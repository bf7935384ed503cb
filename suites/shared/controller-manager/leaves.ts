import { type ConfigurationTree, merged, treeAt } from '#kit/launch.ts'
import { ownCloudLeaves, sharedCloudLeaves } from './leaves/cloud.ts'
import { clusterLeaves } from './leaves/cluster.ts'
import { genericLeaves } from './leaves/generic.ts'
import type { Leaf } from './leaves/leaf.ts'
import { networkLeaves } from './leaves/network.ts'
import { volumeLeaves } from './leaves/volumes.ts'
import { workloadLeaves } from './leaves/workloads.ts'

export type { Leaf, LeafType } from './leaves/leaf.ts'

/** All leaves of OrchControllerManagerConfiguration. */
export const managerLeaves: readonly Leaf[] = [
  ...genericLeaves,
  ...sharedCloudLeaves,
  ...workloadLeaves,
  ...clusterLeaves,
  ...networkLeaves,
  ...volumeLeaves,
]

/** All leaves of CloudControllerManagerConfiguration. */
export const cloudManagerLeaves: readonly Leaf[] = [...genericLeaves, ...sharedCloudLeaves, ...ownCloudLeaves]

/** Returns a configuration with a value for each leaf of a table. Leaves without a value are set elsewhere. */
export function configurationOf(
  leaves: readonly Leaf[],
  valueOf: (leaf: Leaf) => unknown,
): ConfigurationTree {
  return leaves.reduce<ConfigurationTree>((tree, leaf) => {
    const value = valueOf(leaf)
    return value === undefined ? tree : merged(tree, treeAt(leaf.pointer, value))
  }, {})
}

/** Returns the fault of the reference that ignores a leaf, or one member of its elements. */
export function ignoring(pointer: string): `field-ignored-${string}` {
  const kebab = pointer
    .slice(1)
    .replaceAll('CIDRs', 'Cidrs')
    .replaceAll('IPv', 'Ipv')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase()
  return `field-ignored-${kebab}`
}
