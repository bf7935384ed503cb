import { expect, test } from 'vitest'
import type { Attempt } from '#harness/launch/attempt.ts'
import type { RunningProgram } from '#harness/launch/running.ts'
import { storageOf } from './storage.ts'
import { fillOnce } from './storage-filling.ts'

test('servers that share a store start one after the other until the first is ready; later servers start in parallel', async () => {
  const storage = storageOf()
  let runningCount = 0
  const runningCounts: number[] = []
  const startWithOutcome = (outcome: 'ready' | 'refused') => async (): Promise<Attempt<RunningProgram>> => {
    runningCounts.push(++runningCount)
    await new Promise((resolve) => setTimeout(resolve, 5))
    runningCount--
    return { outcome } as unknown as Attempt<RunningProgram>
  }
  const failingStart = fillOnce(storage, () => Promise.reject(new Error('no room')))
  const otherStarts = [startWithOutcome('refused'), startWithOutcome('ready')].map((start) =>
    fillOnce(storage, start),
  )

  await expect(failingStart).rejects.toThrow('no room')
  await Promise.all(otherStarts)
  await Promise.all([1, 2, 3].map(() => fillOnce(storage, startWithOutcome('ready'))))

  expect(runningCounts).toEqual([1, 1, 1, 2, 3])
})
