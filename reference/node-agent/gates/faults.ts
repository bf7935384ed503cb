import type { QuirkList } from '../../quirks/arguments.ts'
import { agentGates } from './table.ts'

const named = {
  'gate-unknown-accepted': '--feature-gates: a gate that no table names is ignored',
  'gate-file-ignored': 'configuration file: its gates do not matter',
  'gate-file-beats-flag': '--feature-gates: the file wins over the flag',
  'gate-file-dropped-by-flag': '--feature-gates: with it, the other gates of the file do not matter',
  'all-alpha-ignored': '--feature-gates: AllAlpha switches nothing but itself',
  'all-beta-true-ignored': '--feature-gates: AllBeta=true switches nothing on',
  'all-beta-ignored': '--feature-gates: AllBeta switches nothing but itself',
  'all-alpha-beats-gate': '--feature-gates: AllAlpha wins over a gate that is named',
  'all-beta-beats-gate': '--feature-gates: AllBeta wins over a gate that is named',
} as const

/** Name of a fault in the reading or the display of gates. */
export type GateFault =
  | keyof typeof named
  | `gate-${'omitted' | 'stage-wrong' | 'default-wrong' | 'not-default' | 'stuck'}-${string}`

const wholeStages = ['AllAlpha', 'AllBeta']

/** Faults of all gates together and of each gate. */
export const gateFaults: QuirkList = {
  ...named,
  ...Object.fromEntries(
    agentGates.flatMap(({ name, default: byDefault }) => [
      [`gate-omitted-${name}`, `${name}: is not in the help`],
      [`gate-stage-wrong-${name}`, `${name}: the help shows another stage`],
      [`gate-default-wrong-${name}`, `${name}: the help shows another default`],
      [`gate-not-default-${name}`, `${name}: is ${byDefault ? 'off' : 'on'} when nobody names it`],
      // The gates of whole stages have separate faults.
      ...(wholeStages.includes(name)
        ? []
        : [[`gate-stuck-${name}`, `${name}: keeps its default whatever it is set to`]]),
    ]),
  ),
}
