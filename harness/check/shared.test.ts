import { describe, expect, test } from 'vitest'
import { inconclusiveError } from '../machine/inconclusive.ts'
import { runWithTiming, Timing } from '../machine/timing.ts'
import { shared, sharedByName } from './shared.ts'

const stoppedThings: string[] = []

describe('one shared object', () => {
  let startCount = 0
  const sharedThing = shared(
    () => `thing ${++startCount}`,
    (thing) => stoppedThings.push(thing),
  )
  const failingThing = shared(
    () => Promise.reject(new Error('never started')),
    () => stoppedThings.push('what never started'),
  )

  test('a shared object is started once, by the first check that needs it', async () => {
    expect(startCount).toBe(0)
    expect(await Promise.all([sharedThing(), sharedThing()])).toEqual(['thing 1', 'thing 1'])
  })

  test('`forget` makes the next check start a shared object again', async () => {
    sharedThing.forget()
    expect(await sharedThing()).toBe('thing 2')
  })

  test('a shared object fails all checks that need it if its start failed', async () => {
    await expect(failingThing()).rejects.toThrow('never started')
    await expect(failingThing()).rejects.toThrow('never started')
  })
})

describe('a shared object whose start failed because of a busy machine', () => {
  let attemptCount = 0
  const startAtSecondAttempt = () => {
    attemptCount += 1
    if (attemptCount % 2 === 1) throw inconclusiveError('This machine was late.')
    return attemptCount
  }
  const start = shared(startAtSecondAttempt)
  const startByName = sharedByName(startAtSecondAttempt)

  test.for([
    ['alone', start],
    ['by its name', () => startByName('a')],
  ] as const)('is started again, %s', async ([, startOnce]) => {
    await runWithTiming(new Timing(), async () => {
      await expect(startOnce()).rejects.toThrow('This machine was late.')
      expect(await startOnce()).toBe(attemptCount)
    })
  })
})

describe('one shared object of each name', () => {
  const thingByName = sharedByName(
    (name, size: number) => ({ name, size }),
    ({ name }) => stoppedThings.push(name),
  )

  test('a shared object is started once for each name', async () => {
    const [first, again, other] = await Promise.all([
      thingByName('a', 1),
      thingByName('a', 2),
      thingByName('b', 3),
    ])
    expect(again).toBe(first)
    expect([first, other]).toEqual([
      { name: 'a', size: 1 },
      { name: 'b', size: 3 },
    ])
  })
})

test('every started object is stopped, including forgotten objects', () => {
  expect(stoppedThings.toSorted()).toEqual(['a', 'b', 'thing 1', 'thing 2'])
})
