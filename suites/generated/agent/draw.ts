import { type Arbitrary, array, boolean, record, tuple } from 'fast-check'
import { oneOf } from '../words.ts'
import { type AgentCase, fields, type Gates, gateNames } from './model.ts'

const said: Arbitrary<AgentCase['said']> = record(
  Object.fromEntries(
    fields.map(({ flag, values }) => [
      flag,
      record({ file: oneOf(values), dropIn: oneOf(values), flag: oneOf(values) }, { requiredKeys: [] }),
    ]),
  ),
  { requiredKeys: [] },
)

const names = [...gateNames.ALPHA, ...gateNames.BETA]
const gates: Arbitrary<Gates> = array(tuple(oneOf([...names, ...names, 'AllAlpha', 'AllBeta']), boolean()), {
  maxLength: 4,
}).map((all) => Object.fromEntries(all))

/** What a node agent is told by its three sources. */
export const agentCases: Arbitrary<AgentCase> = record({
  said,
  gates: record({ file: gates, flag: gates }),
})
