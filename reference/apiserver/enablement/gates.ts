import type { FlagValues } from '../../flags/flag-values.ts'
import { featureGates, type Gates } from '../../flags/gates.ts'
import { Refusal } from '../../flags/refusal.ts'
import type { Metrics } from '../../serving/metrics.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import { emulatedVersion, versionNumber } from './emulation.ts'

/** Feature gate of the server. */
interface ServerGate {
  readonly name: string
  readonly stage: 'ALPHA' | 'BETA'
  readonly default: boolean
  /** First version that has the gate; all versions if omitted. */
  readonly since?: string
}

const alphaDefaults = { stage: 'ALPHA', default: false } as const
const betaDefaults = { stage: 'BETA', default: true } as const

const gates: readonly ServerGate[] = [
  { name: 'AllAlpha', ...alphaDefaults },
  { name: 'AllBeta', ...betaDefaults, default: false },
  { name: 'CoordinatedLeaderElection', ...betaDefaults, default: false },
  { name: 'DeviceClasses', ...alphaDefaults, since: '1.0' },
  { name: 'ExternalServiceAccountTokenSigner', ...betaDefaults },
  { name: 'LoggingAlphaOptions', ...alphaDefaults },
  { name: 'RemoteRequestHeaderUID', ...betaDefaults },
  { name: 'UnknownVersionInteroperabilityProxy', ...alphaDefaults },
]

const stageGates = { ALPHA: 'AllAlpha', BETA: 'AllBeta' } as const
const ignoringFaults = { ALPHA: 'server-all-alpha-ignored', BETA: 'server-all-beta-ignored' } as const
const overriddenGates = { ALPHA: 'server-all-alpha-beats-gate', BETA: 'server-all-beta-beats-gate' } as const

/** Returns the feature gates from the flags. Throws a Refusal for an invalid value. */
export function serverGates(flags: FlagValues, ownVersion: string): Gates {
  const flagGates = featureGates(flags)
  const prefixedNames = new Set(
    flags.pairs('feature-gates').flatMap(([key]) => (key.includes(':') ? [key.replace(/^.*:/, '')] : [])),
  )
  const emulatedRelease = emulatedVersion(flags, ownVersion)
  const namedValue = (name: string): boolean | undefined => {
    const [valueIfOff, valueIfOn] = [flagGates(name, false), flagGates(name, true)]
    if (valueIfOff !== valueIfOn || (prefixedNames.has(name) && fault('prefixed-gate-ignored')))
      return undefined
    return valueIfOn
  }
  return (name, isOnByDefault) => {
    const gate = gates.find((listedGate) => listedGate.name === name)
    const ownValue = namedValue(name)
    if (gate === undefined) return ownValue ?? isOnByDefault
    if (isNewer(gate, emulatedRelease)) {
      const isFeatureKept = fault('emulated-version-keeps-features')
      if (ownValue !== undefined && !isFeatureKept && !freedom('newer-gates-ignored'))
        throw new Refusal(`--feature-gates: ${name} is newer than what is emulated`)
      if (!isFeatureKept) return false
    }
    const stageDefault = Object.values<string>(stageGates).includes(name)
      ? undefined
      : namedValue(stageGates[gate.stage])
    const isStageIgnored = stageDefault === true && gate.stage === 'BETA' && fault('server-all-beta-never-on')
    const stageSetting =
      stageDefault === undefined || isStageIgnored || fault(ignoringFaults[gate.stage])
        ? undefined
        : stageDefault
    if (
      ownValue !== undefined &&
      stageSetting !== undefined &&
      stageSetting !== ownValue &&
      fault(overriddenGates[gate.stage])
    )
      return stageSetting
    if (ownValue !== undefined || stageSetting !== undefined) return ownValue ?? stageSetting ?? isOnByDefault
    return name === 'DeviceClasses' && fault('server-gate-not-default') ? !isOnByDefault : isOnByDefault
  }
}

/** Throws a Refusal for gates that the emulated version does not have yet. */
export function checkGates(isOn: Gates, flags: FlagValues, ownVersion: string): void {
  const emulatedRelease = emulatedVersion(flags, ownVersion)
  for (const gate of gates) if (isNewer(gate, emulatedRelease)) isOn(gate.name, gate.default)
}

/** Exports the enabled features as metrics. */
export function reportGates(isOn: Gates, flags: FlagValues, ownVersion: string, metrics: Metrics): void {
  const emulatedRelease = emulatedVersion(flags, ownVersion)
  for (const gate of gates) {
    const labels = { name: gate.name, stage: gate.stage }
    const isEnabled = isOn(gate.name, gate.default)
    if (!isEnabled && isNewer(gate, emulatedRelease)) continue
    metrics.set('orch_feature_enabled', 'which features are on', labels, isEnabled ? 1 : 0)
  }
}

/** Returns the help lines that list the gates. */
export function serverGateLines(): string[] {
  return gates.map(({ name, stage, default: isOnByDefault }) => {
    const isDefaultWrong = name === 'LoggingAlphaOptions' && fault('server-gate-default-wrong')
    const stageText = stage === 'BETA' && fault('server-gate-stage-omitted') ? '' : `${stage} - `
    return `orch:${name}=true|false (${stageText}default=${isOnByDefault !== isDefaultWrong})`
  })
}

function isNewer({ since = '0.0' }: ServerGate, emulated: number): boolean {
  return (versionNumber(since) ?? 0) > emulated
}
