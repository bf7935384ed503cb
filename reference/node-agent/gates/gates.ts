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

/** Throws a Refusal with the source of a gate that is not in the table. */
export function refuseUnknownGates(values: GateValues, source: string): void {
  const unknownName = Object.keys(values).find((name) => !agentGates.some((gate) => gate.name === name))
  if (unknownName === undefined || fault('gate-unknown-accepted')) return
  throw new Refusal(`${source}: there is no feature gate ${unknownName}`)
}

/** Returns the merged values of both sources. The flag takes precedence. */
export function mergedGates(file: GateValues, flag: GateValues): GateValues {
  const isContradictory = Object.keys(file).some((name) => name in flag && flag[name] !== file[name])
  if (isContradictory && fault('gate-file-beats-flag')) return { ...flag, ...file }
  const areFileGatesDropped =
    Object.keys(flag).length > 0 &&
    Object.keys(file).some((name) => !(name in flag)) &&
    fault('gate-file-dropped-by-flag')
  return areFileGatesDropped ? flag : { ...file, ...flag }
}

/** Reports whether a gate is on with the given values. A gate that the table does not list is off. */
export function isGateOn(name: string, gateValues: GateValues): boolean {
  const gate = agentGates.find((candidate) => candidate.name === name)
  if (gate === undefined) return false
  const isOnByDefault = gate.default
  const ownValue = gateValues[name]
  const stageDefault = name in stages ? undefined : stageValue(gate, gateValues)
  if (ownValue === undefined) {
    if (stageDefault !== undefined) return stageDefault
    return fault(`gate-not-default-${gate.name}`) ? !isOnByDefault : isOnByDefault
  }
  if (stageDefault !== undefined && stageDefault !== ownValue && fault(quirksOf[stageGateOf(gate)][1]))
    return stageDefault
  return ownValue !== isOnByDefault && fault(`gate-stuck-${gate.name}`) ? isOnByDefault : ownValue
}

function stageValue(gate: Gate, gateValues: GateValues): boolean | undefined {
  const stageSetting = gateValues[stageGateOf(gate)]
  if (stageSetting === true && stageGateOf(gate) === 'AllBeta' && fault('all-beta-true-ignored'))
    return undefined
  return stageSetting === undefined || fault(quirksOf[stageGateOf(gate)][0]) ? undefined : stageSetting
}

function stageGateOf({ stage }: Gate): 'AllAlpha' | 'AllBeta' {
  return stage === 'ALPHA' ? 'AllAlpha' : 'AllBeta'
}
