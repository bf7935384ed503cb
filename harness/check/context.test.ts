import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import type { RunSettings } from '../settings.ts'
import { CheckContext, currentCheck, runAs } from './context.ts'

const check = (): CheckContext => new CheckContext('a/check', { target: { dialect: 'orch' } } as RunSettings)

test('a check that cannot be measured again keeps what it saw', async () => {
  const context = check()
  context.observe('what', 1)

  expect(await context.startAgain()).toBe(false)
  expect(context.record.observations).toHaveLength(1)
})

test('another measurement forgets the first one, and is the last', async () => {
  const context = check()
  let forgotten = 0
  context.measures({
    again: () => {
      forgotten += 1
    },
  })
  context.observe('what', 1)
  context.measures({ doubt: () => 'late' })

  expect(await context.startAgain()).toBe(true)
  expect(forgotten).toBe(1)
  expect(context.record.observations).toEqual([])
  expect(context.timing.inDoubt(new Error('broken'))).toBeUndefined()
  expect(await context.startAgain()).toBe(false)
})

test('outside of a check nobody can be told anything', () => {
  expect(() => currentCheck()).toThrow('outside of any')
})

test('inside of a check it is the running one', async () => {
  const context = check()

  expect(await runAs(context, async () => currentCheck())).toBe(context)
})

/** A check that relies on a program which this machine kept from working for so long. */
function onStarved(starvedMs: number): CheckContext {
  const context = check()
  let isBegun = false
  context.reliesOn({
    isCrashed: false,
    get starvedMs() {
      return isBegun ? starvedMs : 0
    },
    death: async () => undefined,
  })
  isBegun = true
  return context
}

const assertion = Object.assign(new Error('expected 0 to be 9'), { name: 'AssertionError' })

test('what fails after something was waited for in vain is inconclusive where the machine was late', async () => {
  const context = onStarved(900)
  context.timing.waitedInVain(1_000)

  expect(await context.explained(assertion)).toMatchObject({ code: 'inconclusive', cause: assertion })
})

test('it is a failure where the machine was in time, or nothing was waited for', async () => {
  const inTime = onStarved(100)
  inTime.timing.waitedInVain(1_000)

  expect(await inTime.explained(assertion)).toBe(assertion)
  expect(await onStarved(900).explained(assertion)).toBe(assertion)
})

test('what fails where nothing went on for a second is inconclusive, because programs give up on peers meanwhile', async () => {
  const before = check()
  await sleep(60)
  const untilMs = performance.now() + 1_100
  while (performance.now() < untilMs);
  await sleep(60)

  expect(await before.explained(assertion)).toMatchObject({ code: 'inconclusive', cause: assertion })
  expect(await check().explained(assertion)).toBe(assertion)
})

test('a check that ran out of time while it waited for its turn is inconclusive', async () => {
  const waiting = check()
  const busy = check()
  waiting.timing.queues()
  busy.timing.queues()()
  const limitMs = 100
  await sleep(limitMs)
  const late = new HarnessError('untestable', 'It was late.', { limitMs })

  expect(waiting.timing.explained(late)).toMatchObject({ code: 'inconclusive' })
  expect(busy.timing.explained(late)).toMatchObject({ code: 'untestable' })
})
