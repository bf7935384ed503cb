import { type Arbitrary, array, boolean, constant, oneof, record, tuple } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import { type AgentCase, type Field, fields, type Gates, gateNames, type SourceValues } from './model.ts'

/**
 * Draws the values of a field in the sources. Each source has the highest precedence equally often, and other sources
 * may also have a value.
 */
function sourceValuesOf({ drawnValues, weakerValue }: Field): Arbitrary<SourceValues> {
  const noValues = constant({})
  if (drawnValues.length === 0) return noValues
  const strongestValue = oneOf(drawnValues)
  const weakerValues = weakerValue === undefined ? strongestValue : constant(weakerValue)
  return oneof(
    noValues,
    record({ file: strongestValue }),
    record({ file: weakerValues, dropIn: strongestValue }, { requiredKeys: ['dropIn'] }),
    record({ file: weakerValues, dropIn: weakerValues, flag: strongestValue }, { requiredKeys: ['flag'] }),
  )
}

const sourceValues: Arbitrary<AgentCase['said']> = record(
  Object.fromEntries(fields.map((field) => [field.flag, sourceValuesOf(field)])),
).map((all) => Object.fromEntries(Object.entries(all).filter(([, its]) => Object.keys(its).length > 0)))

const names = [...gateNames.ALPHA, ...gateNames.BETA]
const gates: Arbitrary<Gates> = array(tuple(oneOf([...names, 'AllAlpha', 'AllBeta']), boolean()), {
  maxLength: 4,
}).map((all) => Object.fromEntries(all))

/** Settings of a node agent in its three sources. */
export const agentCases: Arbitrary<AgentCase> = record({
  said: sourceValues,
  gates: record({ file: gates, flag: gates }),
})
