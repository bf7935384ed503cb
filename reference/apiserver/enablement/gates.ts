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
  /** First version that has the resource; all versions if omitted. */
  readonly since?: string
}

const alpha = { stage: 'ALPHA', default: false } as const
const beta = { stage: 'BETA', default: true } as const

const gates: readonly ServerGate[] = [
  { name: 'AllAlpha', ...alpha },
  { name: 'AllBeta', ...beta, default: false },
  { name: 'CoordinatedLeaderElection', ...beta, default: false },
  { name: 'DeviceClasses', ...alpha, since: '1.0' },
  { name: 'ExternalServiceAccountTokenSigner', ...beta },
  { name: 'LoggingAlphaOptions', ...alpha },
  { name: 'RemoteRequestHeaderUID', ...beta },
  { name: 'UnknownVersionInteroperabilityProxy', ...alpha },
]

const wholeStages = { ALPHA: 'AllAlpha', BETA: 'AllBeta' } as const
const ignored = { ALPHA: 'server-all-alpha-ignored', BETA: 'server-all-beta-ignored' } as const
const overriddenGates = { ALPHA: 'server-all-alpha-beats-gate', BETA: 'server-all-beta-beats-gate' } as const

/** Returns the feature gates from the flags. Throws a Refusal for an invalid value. */
export function serverGates(flags: FlagValues, ownVersion: string): Gates {
  const given = featureGates(flags)
  const prefixed = new Set(
    flags.pairs('feature-gates').flatMap(([key]) => (key.includes(':') ? [key.replace(/^.*:/, '')] : [])),
  )
  const emulated = emulatedVersion(flags, ownVersion)
  const named = (name: string): boolean | undefined => {
    const [whenOff, whenOn] = [given(name, false), given(name, true)]
    if (whenOff !== whenOn || (prefixed.has(name) && fault('prefixed-gate-ignored'))) return undefined
    return whenOn
  }
  return (name, byDefault) => {
    const gate = gates.find((each) => each.name === name)
    const own = named(name)
    if (gate === undefined) return own ?? byDefault
    if (isNewer(gate, emulated)) {
      const kept = fault('emulated-version-keeps-features')
      if (own !== undefined && !kept && !freedom('newer-gates-ignored'))
        throw new Refusal(`--feature-gates: ${name} is newer than what is emulated`)
      if (!kept) return false
    }
    const all = Object.values<string>(wholeStages).includes(name) ? undefined : named(wholeStages[gate.stage])
    const isLost = all === true && gate.stage === 'BETA' && fault('server-all-beta-never-on')
    const stage = all === undefined || isLost || fault(ignored[gate.stage]) ? undefined : all
    if (own !== undefined && stage !== undefined && stage !== own && fault(overriddenGates[gate.stage]))
      return stage
    if (own !== undefined || stage !== undefined) return own ?? stage ?? byDefault
    return name === 'DeviceClasses' && fault('server-gate-not-default') ? !byDefault : byDefault
  }
}

/** Throws a Refusal for gates that the emulated version does not have yet. */
export function checkGates(isOn: Gates, flags: FlagValues, ownVersion: string): void {
  const emulated = emulatedVersion(flags, ownVersion)
  for (const gate of gates) if (isNewer(gate, emulated)) isOn(gate.name, gate.default)
}

/** Exports the enabled features as metrics. */
export function reportGates(isOn: Gates, flags: FlagValues, ownVersion: string, metrics: Metrics): void {
  const emulated = emulatedVersion(flags, ownVersion)
  for (const gate of gates) {
    const labels = { name: gate.name, stage: gate.stage }
    const on = isOn(gate.name, gate.default)
    if (!on && isNewer(gate, emulated)) continue
    metrics.set('orch_feature_enabled', 'which features are on', labels, on ? 1 : 0)
  }
}

/** Returns the help lines that list the gates. */
export function serverGateLines(): string[] {
  return gates.map(({ name, stage, default: byDefault }) => {
    const wrong = name === 'LoggingAlphaOptions' && fault('server-gate-default-wrong')
    const shown = stage === 'BETA' && fault('server-gate-stage-omitted') ? '' : `${stage} - `
    return `orch:${name}=true|false (${shown}default=${byDefault !== wrong})`
  })
}

function isNewer({ since = '0.0' }: ServerGate, emulated: number): boolean {
  return (versionNumber(since) ?? 0) > emulated
}
