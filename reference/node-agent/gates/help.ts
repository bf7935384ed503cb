import type { Quirks } from '../../quirks/quirks.ts'
import type { GateFault } from './faults.ts'
import { type Gate, agentGates } from './table.ts'

/** Returns the help lines that list the gates. */
export function gateLines(quirks: Quirks<GateFault, 'gates-listed-in-words'>): string[] {
  return agentGates
    .filter(({ name }) => !quirks.fault(`gate-omitted-${name}`))
    .map((gate) => {
      const [stage, byDefault] = [shownStage(gate, quirks), shownDefault(gate, quirks)]
      return quirks.freedom('gates-listed-in-words')
        ? `${gate.name}: ${stage.toLowerCase()}, default ${byDefault}`
        : `${gate.name}=true|false (${stage} - default=${byDefault})`
    })
}

function shownStage({ name, stage }: Gate, quirks: Quirks<GateFault>): string {
  if (!quirks.fault(`gate-stage-wrong-${name}`)) return stage
  return stage === 'ALPHA' ? 'BETA' : 'ALPHA'
}

function shownDefault({ name, default: byDefault }: Gate, quirks: Quirks<GateFault>): boolean {
  return quirks.fault(`gate-default-wrong-${name}`) ? !byDefault : byDefault
}
