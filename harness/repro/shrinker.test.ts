import { expect, test } from 'vitest'
import { Budget, findNeeded } from './shrinker.ts'

const items = Array.from({ length: 20 }, (_, index) => index)

test.for([[[7]], [[0, 19]], [[3, 4, 12]], [[]], [items]])(
  'findNeeded finds exactly the needed items %s of twenty',
  async ([wanted = []]) => {
    const isStillFailing = async (numbers: readonly number[]): Promise<boolean> =>
      wanted.every((one) => numbers.includes(one))

    expect(await findNeeded(items, isStillFailing, new Budget(1_000))).toEqual(wanted)
  },
)

test('the search needs at most the allowed number of tries, and the remaining items still reproduce the failure', async () => {
  const budget = new Budget(4)
  const keptItems = await findNeeded(items, async (numbers) => numbers.includes(7), budget)

  expect(budget.used).toBe(4)
  expect(keptItems).toContain(7)
})
