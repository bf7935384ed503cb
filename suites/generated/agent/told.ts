import type { Flags, FlagValue } from '#harness/launch/flags.ts'
import {
  always,
  certificate,
  gates,
  put,
  types,
} from '../../3-command-line-flags/node-agent/sources/flags.ts'
import { type Places, placed } from '../../3-command-line-flags/node-agent/sources/places.ts'
import {
  flagText,
  type Sourced,
  type SourcedValue,
} from '../../3-command-line-flags/node-agent/sources/sourced.ts'
import { sourcedFlags } from '../../3-command-line-flags/node-agent/sources/table.ts'
import { effective } from './oracle.ts'
import { type AgentCase, fields, following, type Said } from './model.ts'

type Source = keyof Said

// Also where all gates of a stage are switched off.
const neededGates = { ...gates, RotateOrchletServerCertificate: true }
// Whatever nobody says of these, a start says by flag: a program needs them, or this machine may not do without.
const usual: ReadonlySet<string> = new Set([
  ...always,
  ...certificate,
  '--fail-swap-on',
  '--orch-api-content-type',
])

// What is in effect of one flag when nobody says anything of it, is what is in effect of the other.
const sameAs: Readonly<Record<string, string>> = {
  '--cpu-manager-reconcile-period': '--node-status-update-frequency',
}

/** A field with what the sources say of it. */
export interface Saying extends Pick<Sourced, 'flag' | 'field' | 'default' | 'separator'> {
  readonly said: Said
}

/** What a node agent is told in files and by flags. */
export interface Told {
  readonly file: object
  readonly dropIn: object
  readonly flags: Flags
}

/** The files and flags of a case; of what nobody says, only what a program needs is given. */
export function toldBy(one: AgentCase, places: Places): Told {
  const all = sayings(one)
  const inFile = (source: 'file' | 'dropIn'): object => {
    const root: Record<string, unknown> =
      source === 'file' ? { featureGates: { ...neededGates, ...one.gates.file } } : {}
    for (const { field, said } of all) {
      const value = said[source]
      if (value !== undefined) put(root, field, placed(value, places))
    }
    return { ...types, ...root }
  }
  const flags = all
    .filter(({ flag, said }) => Object.keys(said).length > 0 || !usual.has(flag))
    .map(({ flag, said, separator }): readonly [string, FlagValue | undefined] => [
      flag,
      said.flag === undefined ? undefined : flagText(placed(said.flag, places), separator),
    ])
  const byFlag = Object.entries(one.gates.flag).map(([name, on]) => `${name}=${on}`)
  return {
    file: inFile('file'),
    dropIn: inFile('dropIn'),
    flags: {
      ...Object.fromEntries(flags),
      ...(byFlag.length > 0 && { '--feature-gates': byFlag.join(',') }),
    },
  }
}

/** The fields of a case with what each source says, those included that follow from others. */
function sayings({ said }: AgentCase): readonly Saying[] {
  const free = fields.map((field) => ({ ...field, said: said[field.flag] ?? {} }))
  const bound = Object.entries(following).flatMap(([flag, leader]) =>
    sourcedFlags
      .filter((field) => field.flag === flag)
      .map((field) => ({ ...field, said: followed(said[leader] ?? {}, flag) })),
  )
  return [...free, ...bound]
}

/** The fields whose value in effect the documents tell. */
export function told(one: AgentCase): readonly Saying[] {
  const all = sayings(one)
  return all
    .filter(({ flag, said }) => Object.keys(said).length > 0 || !usual.has(flag))
    .map((saying) => {
      const leader = all.find(({ flag }) => flag === sameAs[saying.flag])
      const byDefault = leader === undefined ? undefined : effective(leader.said, leader.default)
      return byDefault === undefined ? saying : { ...saying, default: byDefault }
    })
}

const graces: Readonly<Record<Source, string>> = { file: '1m1s', dropIn: '1m2s', flag: '1m3s' }

function followed(leader: Said, flag: string): Said {
  const entries = Object.entries(leader).map(([source, value]: [string, SourcedValue]) => [
    source,
    flag === '--tls-private-key-file' && typeof value === 'string'
      ? value.replace('.crt', '.key')
      : { 'memory.available': graces[source as Source] },
  ])
  return Object.fromEntries(entries) as Said
}
