import type { HandOver, ReadBack } from '../dialect/dialect.ts'
import { file, type Flags, isFile } from './flags.ts'

/** Configuration in the terms of the documents: mappings whose leaves are values, lists or files. */
export interface ConfigurationTree {
  readonly [member: string]: unknown
}

/** Flags that start a program with a configuration. */
export interface ConfigurationFlags {
  readonly flags: Flags
  /** JSON pointers of the leaves that no flag can pass to the program. */
  readonly unsupported: readonly string[]
}

/** Name of the file in the program's directory. */
const fileName = 'configuration.yaml'

/** Returns the leaves of a configuration by their JSON pointers. A list or a file is one leaf. */
export function leavesOf(tree: ConfigurationTree): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  const collectPointers = (value: unknown, pointer: string): void => {
    if (!isMapping(value)) leaves.set(pointer, value)
    else for (const [name, member] of Object.entries(value)) collectPointers(member, `${pointer}/${name}`)
  }
  collectPointers(tree, '')
  return leaves
}

/**
 * Returns the first configuration overridden by the second: mappings are merged member by member, everything else is
 * replaced.
 */
export function mergeTrees(base: ConfigurationTree, overrides: ConfigurationTree): ConfigurationTree {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(overrides)) {
    const subtree = result[name]
    result[name] = isMapping(subtree) && isMapping(value) ? mergeTrees(subtree, value) : value
  }
  return result
}

/** Returns a configuration with one value, at a JSON pointer. */
export function treeAt(pointer: string, value: unknown): ConfigurationTree {
  const names = pointer.split('/').slice(1)
  return names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as ConfigurationTree
}

/** Returns a configuration without the leaves or blocks at the JSON pointers. */
export function withoutPointers(tree: ConfigurationTree, pointers: readonly string[]): ConfigurationTree {
  const keptEntries = Object.entries(tree).flatMap(([name, value]) => {
    const pointersBelow = pointers.filter((pointer) => pointer.startsWith(`/${name}/`))
    if (pointers.includes(`/${name}`)) return []
    const innerPointers = pointersBelow.map((pointer) => pointer.slice(name.length + 1))
    return [
      [name, innerPointers.length > 0 && isMapping(value) ? withoutPointers(value, innerPointers) : value],
    ]
  })
  return Object.fromEntries(keptEntries) as ConfigurationTree
}

/** Passes a configuration to a program: in one file, or with a flag for each leaf. */
export function configurationFlags(tree: ConfigurationTree, handOver: HandOver): ConfigurationFlags {
  if (handOver.as === 'file') return { flags: { [handOver.flag]: file(fileName, tree) }, unsupported: [] }
  const leaves = leavesOf(tree)
  const flags: Record<`--${string}`, Flags[`--${string}`]> = {}
  const unsupported: string[] = []
  for (const [pointer, value] of leaves) {
    // `apiVersion` and `kind` belong to the file only.
    if (pointer === '/apiVersion' || pointer === '/kind') continue
    const spelling = handOver.flagsOf(pointer, value, (other) => leaves.get(other))
    if (spelling === undefined) unsupported.push(pointer)
    else Object.assign(flags, spelling)
  }
  return { flags, unsupported }
}

/**
 * Value that a program shows at a documented JSON pointer. `pointer` is left out if the program does not show the
 * value.
 */
export interface ReportedValue {
  /** Pointer of the value in the output of the program. */
  readonly pointer?: string
  readonly value?: unknown
}

/** Finds a documented leaf in the configuration that a program shows. */
export function reportedAt(document: unknown, readBack: ReadBack, documented: string): ReportedValue {
  const pointer = readBack.pointerOf(documented)
  if (pointer === undefined) return {}
  let value: unknown = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined
  }
  return { pointer, value }
}

function isMapping(value: unknown): value is ConfigurationTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isFile(value)
}
