import { expect, test } from 'vitest'
import type { Attempt } from '#harness/launch/attempt.ts'
import type { RunningProgram } from '#harness/launch/running.ts'
import { storageOf } from './storage.ts'
import { fillOnce } from './storage-filling.ts'

test('servers that share a store start one after the other until one is ready, and then in parallel', async () => {
  const storage = storageOf()
  let atOnce = 0
  const most: number[] = []
  const starting = (outcome: 'ready' | 'refused') => async (): Promise<Attempt<RunningProgram>> => {
    most.push(++atOnce)
    await new Promise((resolve) => setTimeout(resolve, 5))
    atOnce--
    return { outcome } as unknown as Attempt<RunningProgram>
  }
  const failing = fillOnce(storage, () => Promise.reject(new Error('no room')))
  const others = [starting('refused'), starting('ready')].map((start) => fillOnce(storage, start))

  await expect(failing).rejects.toThrow('no room')
  await Promise.all(others)
  await Promise.all([1, 2, 3].map(() => fillOnce(storage, starting('ready'))))

  expect(most).toEqual([1, 1, 1, 2, 3])
})
