import type { QuirkList } from '../../quirks/quirks.ts'
import { agentGates } from './table.ts'

const stageGates = ['AllAlpha', 'AllBeta']

/** Faults of each gate. */
export const gateFaults: QuirkList = Object.fromEntries(
  agentGates.flatMap(({ name, default: byDefault }) => [
    [`gate-omitted-${name}`, `${name}: is not in the help`],
    [`gate-stage-wrong-${name}`, `${name}: the help shows another stage`],
    [`gate-default-wrong-${name}`, `${name}: the help shows another default`],
    [`gate-not-default-${name}`, `${name}: is ${byDefault ? 'off' : 'on'} when nobody names it`],
    // The gates that represent a stage have separate faults.
    ...(stageGates.includes(name)
      ? []
      : [[`gate-stuck-${name}`, `${name}: keeps its default whatever it is set to`]]),
  ]),
)
