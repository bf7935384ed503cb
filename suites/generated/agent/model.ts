import type { Sourced, SourcedValue } from '../../3-command-line-flags/node-agent/sources/sourced.ts'
import { sourcedFlags } from '../../3-command-line-flags/node-agent/sources/table.ts'

/** A field that a file, a drop-in file and a flag can set. */
export interface Field extends Pick<Sourced, 'flag' | 'field' | 'default' | 'separator' | 'beneath'> {
  /** What a source may say, the default among it; none where no source may say anything. */
  readonly drawn: readonly SourcedValue[]
}

/** Fields that only do beside certain values of others. */
const dependent: ReadonlySet<string> = new Set([
  '--cpu-manager-policy',
  '--cpu-manager-policy-options',
  '--memory-manager-policy',
  '--reserved-memory',
  '--topology-manager-policy-options',
])

/** Fields with rules of their own that a dialect is known to depart from: drawn beside others, they would hide these. */
const departing: ReadonlySet<string> = new Set(['--cgroup-driver'])

/** Fields of which only one value lets the API server that a check plays be understood, with what others may say. */
const only: Readonly<Record<string, { readonly value: SourcedValue; readonly beneath: SourcedValue }>> = {
  '--orch-api-content-type': { value: 'application/json', beneath: 'application/vnd.orch.protobuf' },
}

/** Fields that follow from others, by what they follow from: each source that says the one says the other. */
export const following = {
  '--tls-private-key-file': '--tls-cert-file',
  '--eviction-soft-grace-period': '--eviction-soft',
} as const

/** The fields that are drawn: any value of each does with any value of the others. */
export const fields: readonly Field[] = sourcedFlags
  .filter(({ flag }) => !dependent.has(flag) && !departing.has(flag) && !(flag in following))
  .map(({ values = [], near = values, ...field }) => {
    const { flag, beneath, default: byDefault } = field
    const one = only[flag]
    if (one !== undefined) return { ...field, drawn: [one.value], beneath: one.beneath }
    if (beneath !== undefined || values.length === 0) return { ...field, drawn: values.slice(0, 1) }
    const all = [...near, ...(saysSomething(byDefault) ? [byDefault] : [])]
    return { ...field, drawn: different(all) }
  })

/** Whether a default can be told from silence: what an empty text or an empty object changes, nobody documents. */
function saysSomething(value: SourcedValue | undefined): value is SourcedValue {
  return value !== undefined && value !== '' && JSON.stringify(value) !== '{}'
}

function different(values: readonly SourcedValue[]): readonly SourcedValue[] {
  const texts = values.map((value) => JSON.stringify(value))
  return values.filter((_, at) => texts.indexOf(texts[at] ?? '') === at)
}

/** What each source says of a field. */
export interface Said {
  readonly file?: SourcedValue
  readonly dropIn?: SourcedValue
  readonly flag?: SourcedValue
}

/** Gates by name. */
export type Gates = Readonly<Record<string, boolean>>

/** Everything that a node agent is told. */
export interface AgentCase {
  /** By the flag's name. */
  readonly said: Readonly<Record<string, Said | undefined>>
  readonly gates: { readonly file: Gates; readonly flag: Gates }
}

/** Gates that change nothing that a node agent without pods does, and that many versions have alike. */
export const gateNames = {
  ALPHA: ['CSIVolumeHealth', 'HPAScaleToZero', 'StorageCapacityScoring', 'CrossNamespaceVolumeDataSource'],
  BETA: ['APIResponseCompression', 'PodDeletionCost', 'StorageVersionHash', 'OpenAPIEnums'],
} as const
