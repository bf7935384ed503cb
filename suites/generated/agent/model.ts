import type { Sourced, SourcedValue } from '../../3-command-line-flags/node-agent/sources/sourced-flag.ts'
import { sourcedFlags } from '../../3-command-line-flags/node-agent/sources/table.ts'

/** A field that a file, a drop-in file and a flag can set. */
export interface Field extends Pick<Sourced, 'flag' | 'field' | 'default' | 'separator' | 'weakerValue'> {
  /** Possible values, including the default; empty if no source may set the field. */
  readonly drawnValues: readonly SourcedValue[]
}

/** Flags that work only with certain values of other flags. */
const dependentFlags: ReadonlySet<string> = new Set([
  '--cpu-manager-policy',
  '--cpu-manager-policy-options',
  '--memory-manager-policy',
  '--reserved-memory',
  '--topology-manager-policy-options',
])

/** Flags with separate rules and known deviations, which would hide results of other flags. */
const deviatingFlags: ReadonlySet<string> = new Set(['--cgroup-driver'])

/** Flags with only one value that works with the mock API server, and values for sources of lower precedence. */
const valuesOfFlags: Readonly<
  Record<string, { readonly value: SourcedValue; readonly weakerValue: SourcedValue }>
> = {
  '--orch-api-content-type': { value: 'application/json', weakerValue: 'application/vnd.orch.protobuf' },
}

/** Flags by the flag that they depend on. Each source sets both or none. */
export const followingFlags = {
  '--tls-private-key-file': '--tls-cert-file',
  '--eviction-soft-grace-period': '--eviction-soft',
} as const

/** Drawn fields, whose values work in any combination. */
export const fields: readonly Field[] = sourcedFlags
  .filter(({ flag }) => !dependentFlags.has(flag) && !deviatingFlags.has(flag) && !(flag in followingFlags))
  .map(({ values = [], similarValues = values, ...field }) => {
    const { flag, weakerValue, default: byDefault } = field
    const flagValues = valuesOfFlags[flag]
    if (flagValues !== undefined)
      return { ...field, drawnValues: [flagValues.value], weakerValue: flagValues.weakerValue }
    if (weakerValue !== undefined || values.length === 0) return { ...field, drawnValues: values.slice(0, 1) }
    const candidateValues = [...similarValues, ...(hasValue(byDefault) ? [byDefault] : [])]
    return { ...field, drawnValues: distinctValues(candidateValues) }
  })

/**
 * Reports whether a default is distinguishable from an absent value. The effect of an empty string or object is not
 * documented.
 */
function hasValue(value: SourcedValue | undefined): value is SourcedValue {
  return value !== undefined && value !== '' && JSON.stringify(value) !== '{}'
}

function distinctValues(values: readonly SourcedValue[]): readonly SourcedValue[] {
  const valueTexts = values.map((value) => JSON.stringify(value))
  return values.filter((_, at) => valueTexts.indexOf(valueTexts[at] ?? '') === at)
}

/** Values of a field in each source. */
export interface SourceValues {
  readonly file?: SourcedValue
  readonly dropIn?: SourcedValue
  readonly flag?: SourcedValue
}

/** Gates by name. */
export type Gates = Readonly<Record<string, boolean>>

/** All settings of a node agent. */
export interface AgentCase {
  /** Values of the fields in the sources, by the flags of the fields. */
  readonly said: Readonly<Record<string, SourceValues | undefined>>
  readonly gates: { readonly file: Gates; readonly flag: Gates }
}

/** Gates that do not affect a node agent without pods, and exist in many versions. */
export const gateNames = {
  ALPHA: ['CSIVolumeHealth', 'HPAScaleToZero', 'StorageCapacityScoring', 'CrossNamespaceVolumeDataSource'],
  BETA: ['APIResponseCompression', 'PodDeletionCost', 'StorageVersionHash', 'OpenAPIEnums'],
} as const
