import { expect, test } from 'vitest'
import { orch } from '../dialect/orch.ts'
import type { RunSettings } from '../settings.ts'
import { CheckContext } from './context.ts'

const check = (): CheckContext => new CheckContext('a/check', {} as RunSettings, orch)

test('a check that cannot be measured again keeps what it saw', async () => {
  const context = check()
  context.observe('what', 1)

  expect(await context.startAgain()).toBe(false)
  expect(context.observations).toHaveLength(1)
})

test('another measurement forgets the first one, and is the last', async () => {
  const context = check()
  let forgotten = 0
  context.onceMore(() => {
    forgotten += 1
  })
  context.observe('what', 1)
  context.doubt(() => 'late')

  expect(await context.startAgain()).toBe(true)
  expect(forgotten).toBe(1)
  expect(context.observations).toEqual([])
  expect(context.inDoubt(new Error('broken'))).toBeUndefined()
  expect(await context.startAgain()).toBe(false)
})
