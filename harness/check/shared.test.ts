import { describe, expect, test } from 'vitest'
import { shared, sharedByName } from './shared.ts'

const stopped: string[] = []

describe('one thing for all', () => {
  let started = 0
  const one = shared(
    () => `thing ${++started}`,
    (thing) => stopped.push(thing),
  )
  const failing = shared(
    () => Promise.reject(new Error('never started')),
    () => stopped.push('what never started'),
  )

  test('is started once, by the first that needs it', async () => {
    expect(started).toBe(0)
    expect(await Promise.all([one(), one()])).toEqual(['thing 1', 'thing 1'])
  })

  test('is started anew after it was forgotten', async () => {
    one.forget()
    expect(await one()).toBe('thing 2')
  })

  test('fails all that need it when its start failed', async () => {
    await expect(failing()).rejects.toThrow('never started')
    await expect(failing()).rejects.toThrow('never started')
  })
})

describe('one thing of each name', () => {
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

test('everything that was started has been stopped, also what was forgotten', () => {
  expect(stopped.toSorted()).toEqual(['a', 'b', 'thing 1', 'thing 2'])
})
