import { describe, expect, test } from 'vitest'
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
