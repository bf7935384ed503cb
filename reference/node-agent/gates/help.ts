import { fault, freedom } from '../../quirks/quirks.ts'
import { type Gate, agentGates } from './table.ts'

/** Returns the help lines that list the gates. */
export function gateLines(): string[] {
  return agentGates
    .filter(({ name }) => !fault(`gate-omitted-${name}`))
    .map((gate) => {
      const [stage, byDefault] = [shownStage(gate), shownDefault(gate)]
      return freedom('gates-listed-in-words')
        ? `${gate.name}: ${stage.toLowerCase()}, default ${byDefault}`
        : `${gate.name}=true|false (${stage} - default=${byDefault})`
    })
}

function shownStage({ name, stage }: Gate): string {
  if (!fault(`gate-stage-wrong-${name}`)) return stage
  return stage === 'ALPHA' ? 'BETA' : 'ALPHA'
}

function shownDefault({ name, default: byDefault }: Gate): boolean {
  return fault(`gate-default-wrong-${name}`) ? !byDefault : byDefault
}
