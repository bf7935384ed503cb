import { expect, test } from 'vitest'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { nodeLabels } from '../../reference/node-agent/node/labels.ts'
import { Refusal } from '../../reference/flags/refusal.ts'
import { nodeCases } from '../../suites/generated/node/draw.ts'
import type { NodeCase } from '../../suites/generated/node/model.ts'
import { isAllowed } from '../../suites/generated/node/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/node/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const cases = drawCases(nodeCases, 'generated.agent.lists', 2_000)

/** Returns the differences between the reference's labels and the oracle. */
function disagreements({ labels }: NodeCase): unknown[] {
  const flags = { pairs: () => labels.map(({ key, value }) => [key, value] as const) }
  const expected = labels.every(({ key }) => isAllowed(key) === true)
  try {
    const actualLabels = nodeLabels(flags as unknown as Parameters<typeof nodeLabels>[0])
    const isSame = labels.every(({ key, value }) => actualLabels[key] === value)
    return expected && isSame ? [] : [{ labels, made: actualLabels }]
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return expected ? [{ labels, refused: thrown.message }] : []
  }
}

test('the oracle of labels and the reference agree', () => {
  expect(cases.flatMap((one) => disagreements(one)).slice(0, 2)).toEqual([])
})

test('drawn lists violate the constraint exactly if they are marked as broken', () => {
  const wrongCases = cases.filter(
    ({ labels, broken }) =>
      labels.some(({ key }) => isAllowed(key) !== true) !== (broken === 'a label of the domain'),
  )

  expect(wrongCases).toEqual([])
})

test('drawn lists cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases.slice(0, 300))

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

const faults = [
  'node-label-of-domain-accepted',
  'node-label-name-refused',
  'node-label-prefix-refused',
  'node-label-elsewhere-refused',
] as const

test('drawn lists detect every fault of label validation', async () => {
  expect(
    await undetectedFaults(
      faults,
      cases.slice(0, 200),
      (testCase, fault) => withFaults([fault], () => disagreements(testCase)).length > 0,
    ),
  ).toEqual([])
})

test.each(faults)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    nodeCases,
    'generated.agent.lists',
    (one) => withFaults([fault], () => disagreements(one)).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
