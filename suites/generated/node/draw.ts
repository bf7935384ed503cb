import { type Arbitrary, array, nat, oneof, record, tuple, uniqueArray } from 'fast-check'
import { allowedNames } from '../../3-command-line-flags/node-agent/labels.ts'
import { oneOf } from '../drawn-values.ts'
import { brokenKinds, type NodeCase, type Taint } from './model.ts'

const drawnLabelKeys = tuple(
  oneOf(['orchlet.orch.io', 'node.orch.io', 'example.com', 'notorch.io', 'orch.iot', 'orch.io.example']),
  oneOf(['own', 'Own', 'own-2', 'arch', 'role', 'a.b_c']),
).map(([owner, name]) => `${owner}/${name}`)

/** Labels that every node may have. */
const keys: Arbitrary<string> = oneof(
  oneOf(allowedNames),
  drawnLabelKeys,
  oneOf(['own', 'arch', 'node.orch.io', 'orch.io']),
)

/** Labels that resemble allowed labels. */
const forbiddenLabels = [
  'orch.io/role',
  'orch.io/Arch',
  'orch.io/arc',
  'orch.io/arch-2',
  'orch.io/instance-type',
  'orch.io/zone',
  'role.orch.io/own',
  'xnode.orch.io/own',
  'my-orchlet.orch.io/own',
  'beta.orch.io/hostname',
  'beta.orch.io/instance-types',
  'failure-domain.orch.io/zone',
  'failure-domain.beta.orch.io/rack',
  'topology.orch.io/rack',
  'topology.orch.io/regions',
] as const
const gates: readonly string[] = [
  'HPAScaleToZero=true',
  'HPAScaleToZero=false',
  'PodDeletionCost=True',
  'AllAlpha=False',
]
const unknownGates = [
  'HPAScaleToZer=true',
  'hpascaletozero=true',
  'AllAlphas=true',
  'HPAScaleToZeroX=false',
] as const
const gatesWithoutBoolean = [
  'HPAScaleToZero',
  'HPAScaleToZero=perhaps',
  'PodDeletionCost=yes',
  'HPAScaleToZero=truefalse',
] as const

const values = ['v', 'v1', 'V', 'a.b-c_d', ''] as const
const taint: Arbitrary<Taint> = record({
  key: oneOf(['own', 'Own', 'example.com/own', 'example.com/own-2']),
  value: oneOf(values),
  effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
})

const lastPick = 11

/** Lists of a node agent. Some contain one invalid entry. */
export const nodeCases: Arbitrary<NodeCase> = record({
  labels: uniqueArray(record({ key: keys, value: oneOf(values) }), {
    maxLength: 6,
    selector: ({ key }) => key,
  }),
  // Taints have different keys or effects, because duplicates are not documented.
  taints: uniqueArray(taint, { maxLength: 3, selector: ({ key, effect }) => `${key}:${effect}` }),
  gates: array(oneOf(gates), { maxLength: 2 }),
  breaks: nat(lastPick),
  stray: tuple(oneOf(forbiddenLabels), oneOf(unknownGates), oneOf(gatesWithoutBoolean)),
  at: nat(6),
}).map(({ breaks, stray: [label, gate, word], at, ...one }): NodeCase => {
  const [strayLabel, strayGate, noWord] = brokenKinds
  switch (lastPick - breaks) {
    case 0:
    case 1:
    case 2:
      return { ...one, labels: one.labels.toSpliced(at, 0, { key: label, value: 'v' }), broken: strayLabel }
    case 3:
      return { ...one, gates: one.gates.toSpliced(at, 0, gate), broken: strayGate }
    case 4:
      return { ...one, gates: one.gates.toSpliced(at, 0, word), broken: noWord }
    default:
      return one
  }
})
