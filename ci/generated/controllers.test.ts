import { expect, test } from 'vitest'
import { orch } from '#harness/dialect/orch.ts'
import { coverageOf as countVisits } from '#harness/generate/coverage.ts'
import { isEnabled } from '../../reference/manager/engine/run.ts'
import { controllersCases } from '../../suites/generated/controllers/draw.ts'
import { type ControllersCase, workers } from '../../suites/generated/controllers/model.ts'
import { isRunning } from '../../suites/generated/controllers/oracle.ts'
import { coverable, coverageOf } from '../../suites/generated/controllers/coverage.ts'
import { withFaults } from '../../reference/testing/with-faults.ts'
import {
  drawCases,
  shrinkDetectingCase,
  expectedShrinkResult,
  undetectedFaults,
} from './testing/seen-faults.ts'

const cases = drawCases(controllersCases, 'generated.manager.controllers', 2_000)

const nameOf = (block: string): string => orch.programs['controller-manager'].controllers?.[block] ?? block

/** Returns the controllers that run in the reference but not in the list, or the other way round. */
function disagreements(testCase: ControllersCase): unknown[] {
  const list = testCase.list.map((item) =>
    item.startsWith('-') ? `-${nameOf(item.slice(1))}` : nameOf(item),
  )
  return workers.flatMap((worker) => {
    const [expected, actual] = [isRunning(testCase, worker), isEnabled(nameOf(worker), list)]
    return expected === 'open' || expected === actual ? [] : [{ list, worker, expected, actual }]
  })
}

test('the oracle of lists of controllers and the reference agree', () => {
  expect(cases.flatMap((one) => disagreements(one)).slice(0, 2)).toEqual([])
})

test('drawn lists cover all categories', () => {
  const visits = countVisits({ coverage: coverageOf, coverable }, cases.slice(0, 300))

  expect(Object.entries(visits).filter(([, request]) => request === 0)).toEqual([])
})

const faults = [
  'controllers-last-item-wins',
  'controllers-star-counts-as-item',
  'controllers-star-enables-none',
  'controllers-unnamed-enabled',
] as const

test('generated lists detect every fault of the selection of controllers', async () => {
  const survivors = await undetectedFaults(
    faults,
    cases.slice(0, 100),
    (testCase, fault) => withFaults([fault], () => disagreements(testCase)).length > 0,
  )

  expect(survivors).toEqual([])
})

test.each(faults)('a case that detects %s shrinks within a few starts', async (fault) => {
  const shrinkResult = await shrinkDetectingCase(
    controllersCases,
    'generated.manager.controllers',
    (one) => withFaults([fault], () => disagreements(one)).length > 0,
  )

  expect(shrinkResult).toEqual(expectedShrinkResult)
})
