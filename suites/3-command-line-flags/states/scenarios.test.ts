import { expect, test } from 'vitest'
import { CheckContext, runAs } from '#harness/check/context.ts'
import { HarnessError } from '#harness/errors.ts'
import type { RunSettings } from '#harness/target/settings.ts'
import { slowedEnding } from './model.ts'
import { recordScenarios } from './scenarios.ts'

const startedPlays: string[] = []
const scenario = recordScenarios(
  { short: 100, long: 200, failing: 300 },
  {
    maxConcurrent: 3,
    start: async (name, spec, before?: { spec: number; dispose: () => Promise<void> }) => ({
      name,
      spec: before === undefined ? spec : spec * 2,
    }),
    script: async ({ name, spec }) => {
      startedPlays.push(`${name} ${spec}`)
      if (name === 'failing') throw new HarnessError('untestable', 'nothing happened')
      return { spec, dispose: async () => {} }
    },
  },
)
const check = (): CheckContext => new CheckContext('a/check', {} as RunSettings)

test('checks share a recording until it is inconclusive for one of them', async () => {
  const [first, second] = [check(), check()]
  const recordings = await Promise.all([
    runAs(first, () => scenario('short')),
    runAs(second, () => scenario('short')),
    runAs(check(), () => scenario('long')),
  ])
  const playsAtFirst = [...startedPlays]
  await Promise.all([first.startAgain(), second.startAgain()])
  const repeatedPlays = await Promise.all([
    runAs(first, () => scenario('short')),
    runAs(second, () => scenario('short')),
  ])

  expect(playsAtFirst).toEqual(['short 100', 'long 200'])
  expect(recordings[0]).toBe(recordings[1])
  expect(repeatedPlays.map(({ spec }) => spec)).toEqual([200, 200])
  expect(startedPlays).toHaveLength(3)
})

test('a failure is reported to all checks, and can be retried once', async () => {
  const context = check()

  await expect(runAs(context, () => scenario('failing'))).rejects.toThrow(/nothing happened/)
  expect(await context.startAgain()).toBe(true)
  await expect(runAs(context, () => scenario('failing'))).rejects.toThrow(/nothing happened/)
  expect(startedPlays.filter((play) => play.startsWith('failing'))).toHaveLength(2)
})

test('a slower ending has longer times, and no other change', () => {
  expect(slowedEnding({ delayMs: 1_000, retryAfter: true, holds: ['store'] }, 2.5)).toEqual({
    delayMs: 2_500,
    retryAfter: true,
    holds: ['store'],
  })
})
