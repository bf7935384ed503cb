import type { Flags, FlagValue } from '#kit/launch.ts'
import {
  alwaysGivenFlags,
  certificate,
  gates,
  setValueAt,
  types,
} from '../../3-command-line-flags/node-agent/sources/flags.ts'
import { type SourceLocations, withLocations } from '../../3-command-line-flags/node-agent/sources/places.ts'
import {
  flagText,
  type Sourced,
  type SourcedValue,
} from '../../3-command-line-flags/node-agent/sources/sourced-flag.ts'
import { sourcedFlags } from '../../3-command-line-flags/node-agent/sources/table.ts'
import { effectiveSourceValue } from './oracle.ts'
import { type AgentCase, fields, followingFlags, type SourceValues } from './model.ts'

type Source = keyof SourceValues

// Gates that must be on even if all gates of their stage are off.
const neededGates = { ...gates, RotateOrchletServerCertificate: true }
// Flags that a start sets if no source sets them, because the program or the machine needs them.
const constantFlags: ReadonlySet<string> = new Set([
  ...alwaysGivenFlags,
  ...certificate,
  '--fail-swap-on',
  '--orch-api-content-type',
])

// Flags whose default is the effective value of another flag.
const flagsOfSameValue: Readonly<Record<string, string>> = {
  '--cpu-manager-reconcile-period': '--node-status-update-frequency',
}

/** Field with its values in the sources. */
export interface SourceCase extends Pick<Sourced, 'flag' | 'field' | 'default' | 'separator'> {
  readonly values: SourceValues
}

/** Settings of a node agent in files and flags. */
export interface AgentSources {
  readonly file: object
  readonly dropIn: object
  readonly flags: Flags
}

/** Returns the files and flags of a case. Fields without a value are set only if a program needs them. */
export function writeSources(testCase: AgentCase, places: SourceLocations): AgentSources {
  const allCases = sourceCases(testCase)
  const inFile = (source: 'file' | 'dropIn'): object => {
    const root: Record<string, unknown> =
      source === 'file' ? { featureGates: { ...neededGates, ...testCase.gates.file } } : {}
    for (const { field, values: sourceValues } of allCases) {
      const value = sourceValues[source]
      if (value !== undefined) setValueAt(root, field, withLocations(value, places))
    }
    return { ...types, ...root }
  }
  const flags = allCases
    .filter(
      ({ flag, values: sourceValues }) => Object.keys(sourceValues).length > 0 || !constantFlags.has(flag),
    )
    .map(({ flag, values: sourceValues, separator }): readonly [string, FlagValue | undefined] => [
      flag,
      sourceValues.flag === undefined
        ? undefined
        : flagText(withLocations(sourceValues.flag, places), separator),
    ])
  const gateEntries = Object.entries(testCase.gates.flag).map(([name, on]) => `${name}=${on}`)
  return {
    file: inFile('file'),
    dropIn: inFile('dropIn'),
    flags: {
      ...Object.fromEntries(flags),
      ...(gateEntries.length > 0 && { '--feature-gates': gateEntries.join(',') }),
    },
  }
}

/** Returns the fields of a case with their values in each source, including dependent fields. */
function sourceCases({ said: sourceValues }: AgentCase): readonly SourceCase[] {
  const independentCases = fields.map((field) => ({ ...field, values: sourceValues[field.flag] ?? {} }))
  const followingCases = Object.entries(followingFlags).flatMap(([flag, leader]) =>
    sourcedFlags
      .filter((field) => field.flag === flag)
      .map((field) => ({ ...field, values: valuesLike(sourceValues[leader] ?? {}, flag) })),
  )
  return [...independentCases, ...followingCases]
}

/** Returns the fields with a documented effective value. */
export function sourcesOf(testCase: AgentCase): readonly SourceCase[] {
  const allSources = sourceCases(testCase)
  return allSources
    .filter(
      ({ flag, values: sourceValues }) => Object.keys(sourceValues).length > 0 || !constantFlags.has(flag),
    )
    .map((leadingCase) => {
      const leader = allSources.find(({ flag }) => flag === flagsOfSameValue[leadingCase.flag])
      const byDefault = leader === undefined ? undefined : effectiveSourceValue(leader.values, leader.default)
      return byDefault === undefined ? leadingCase : { ...leadingCase, default: byDefault }
    })
}

const graces: Readonly<Record<Source, string>> = { file: '1m1s', dropIn: '1m2s', flag: '1m3s' }

function valuesLike(leader: SourceValues, flag: string): SourceValues {
  const entries = Object.entries(leader).map(([source, value]: [string, SourcedValue]) => [
    source,
    flag === '--tls-private-key-file' && typeof value === 'string'
      ? value.replace('.crt', '.key')
      : { 'memory.available': graces[source as Source] },
  ])
  return Object.fromEntries(entries) as SourceValues
}
