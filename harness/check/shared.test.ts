import { describe, expect, test } from 'vitest'
import { shared, sharedByName } from './shared.ts'

const stopped: string[] = []

describe('one shared object', () => {
  let started = 0
  const one = shared(
    () => `thing ${++started}`,
    (thing) => stopped.push(thing),
  )
  const failing = shared(
    () => Promise.reject(new Error('never started')),
    () => stopped.push('what never started'),
  )

  test('is started once, by the first check that needs it', async () => {
    expect(started).toBe(0)
    expect(await Promise.all([one(), one()])).toEqual(['thing 1', 'thing 1'])
  })

  test('is started again after it was forgotten', async () => {
    one.forget()
    expect(await one()).toBe('thing 2')
  })

  test('fails all checks that need it if its start failed', async () => {
    await expect(failing()).rejects.toThrow('never started')
    await expect(failing()).rejects.toThrow('never started')
  })
})

describe('one shared object of each name', () => {
  const named = sharedByName(
    (name, size: number) => ({ name, size }),
    ({ name }) => stopped.push(name),
  )

  test('is started once for each name', async () => {
    const [first, again, other] = await Promise.all([named('a', 1), named('a', 2), named('b', 3)])
    expect(again).toBe(first)
    expect([first, other]).toEqual([
      { name: 'a', size: 1 },
      { name: 'b', size: 3 },
    ])
  })
})

test('every started object has been stopped, also forgotten ones', () => {
  expect(stopped.toSorted()).toEqual(['a', 'b', 'thing 1', 'thing 2'])
})
