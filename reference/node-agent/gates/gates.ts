import { fault } from '../../quirks/quirks.ts'
import { Refusal } from '../../flags/refusal.ts'
import { agentGates, type Gate } from './table.ts'

const stages = { AllAlpha: 'ALPHA', AllBeta: 'BETA' } as const
const quirksOf = {
  AllAlpha: ['all-alpha-ignored', 'all-alpha-beats-gate'],
  AllBeta: ['all-beta-ignored', 'all-beta-beats-gate'],
} as const

/** Gate values of one source, by name. */
export type GateValues = Readonly<Record<string, boolean>>

/** Throws a Refusal that gives the location of a gate that no table lists. */
export function refuseUnknownGates(values: GateValues, where: string): void {
  const unknown = Object.keys(values).find((name) => !agentGates.some((gate) => gate.name === name))
  if (unknown === undefined || fault('gate-unknown-accepted')) return
  throw new Refusal(`${where}: there is no feature gate ${unknown}`)
}

/** Returns the merged values of both sources. The flag takes precedence. */
export function mergedGates(file: GateValues, flag: GateValues): GateValues {
  const both = Object.keys(file).some((name) => name in flag && flag[name] !== file[name])
  if (both && fault('gate-file-beats-flag')) return { ...flag, ...file }
  const dropped =
    Object.keys(flag).length > 0 &&
    Object.keys(file).some((name) => !(name in flag)) &&
    fault('gate-file-dropped-by-flag')
  return dropped ? flag : { ...file, ...flag }
}

/** Reports whether a gate is on with the given values. A gate that the table does not list is off. */
export function isGateOn(name: string, given: GateValues): boolean {
  const gate = agentGates.find((one) => one.name === name)
  if (gate === undefined) return false
  const byDefault = gate.default
  const own = given[name]
  const all = name in stages ? undefined : stageValue(gate, given)
  if (own === undefined) {
    if (all !== undefined) return all
    return fault(`gate-not-default-${gate.name}`) ? !byDefault : byDefault
  }
  if (all !== undefined && all !== own && fault(quirksOf[allOf(gate)][1])) return all
  return own !== byDefault && fault(`gate-stuck-${gate.name}`) ? byDefault : own
}

function stageValue(gate: Gate, given: GateValues): boolean | undefined {
  const all = given[allOf(gate)]
  if (all === true && allOf(gate) === 'AllBeta' && fault('all-beta-true-ignored')) return undefined
  return all === undefined || fault(quirksOf[allOf(gate)][0]) ? undefined : all
}

function allOf({ stage }: Gate): 'AllAlpha' | 'AllBeta' {
  return stage === 'ALPHA' ? 'AllAlpha' : 'AllBeta'
}
