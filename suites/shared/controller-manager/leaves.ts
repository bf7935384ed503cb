import { type ConfigurationTree, mergeTrees, treeAt } from '#kit/launch.ts'
import { document2 } from '#documents/2/index.ts'
import { isLeaf, type Leaf as Row } from '#documents/leaves.ts'

/** A field with a value, and the section of its row. */
export type Leaf = Row & { readonly section: string }

const allLeaves: readonly Leaf[] = document2.flatMap(({ section, rows }) =>
  rows.filter(isLeaf).map((row) => ({ ...row, section })),
)
const isShared = ({ path }: Leaf): boolean => /^\/(Generic|OrchCloudShared|ServiceController)\//.test(path)
const isOfCloud = ({ path }: Leaf): boolean =>
  /^\/(NodeController|Webhook)\/|^\/NodeStatusUpdateFrequency$/.test(path)

/** All leaves of OrchControllerManagerConfiguration. */
export const managerLeaves = allLeaves.filter((leaf) => !isOfCloud(leaf))

/** All leaves of CloudControllerManagerConfiguration. */
export const cloudManagerLeaves = allLeaves.filter((leaf) => isShared(leaf) || isOfCloud(leaf))

/** Returns a configuration with a value for each leaf of a table. Leaves without a value are omitted. */
export function configurationOf(
  leaves: readonly Leaf[],
  valueOf: (leaf: Leaf) => unknown,
): ConfigurationTree {
  return leaves.reduce<ConfigurationTree>((tree, leaf) => {
    const value = valueOf(leaf)
    return value === undefined ? tree : mergeTrees(tree, treeAt(leaf.path, value))
  }, {})
}

/** Returns the fault of the reference that ignores a leaf, or one member of its elements. */
export function ignoringFault(pointer: string): `field-ignored-${string}` {
  const kebabCase = pointer
    .slice(1)
    .replaceAll('CIDRs', 'Cidrs')
    .replaceAll('IPv', 'Ipv')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('/', '-')
    .toLowerCase()
  return `field-ignored-${kebabCase}`
}
