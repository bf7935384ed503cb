import { expect, test } from 'vitest'
import type { Reported } from './reported-event.ts'
import { sporadicCrashes } from './sporadic-crashes.ts'
import { withSporadicCrash } from './verdict.ts'

const crashedCheck = {
  verdict: 'crashed',
  reason: 'It ended. Last output: fatal error\n…\ndra/plugin.NewDRAPluginManager.func2()',
} as unknown as Reported
const knownCrash = (version: `1.${number}`) => ({
  crashes: sporadicCrashes({ dialect: 'kubernetes' }, { 'node-agent': version })('node-agent'),
})

test('a check with a known sporadic crash is inconclusive', () => {
  expect(withSporadicCrash(crashedCheck, knownCrash('1.34'))).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('container_manager_linux.go'),
  })
})

test('a check with a crash that is not listed for its version keeps its verdict', () => {
  const otherCrash = { ...crashedCheck, reason: 'It ended. Last output: main.run()' } as Reported

  expect(withSporadicCrash(otherCrash, knownCrash('1.34'))).toBe(otherCrash)
  expect(withSporadicCrash(crashedCheck, knownCrash('1.33'))).toBe(crashedCheck)
})

test('a check that only mentions the crash keeps its verdict', () => {
  const brokenCheck = { ...crashedCheck, verdict: 'broken' } as Reported

  expect(withSporadicCrash(brokenCheck, knownCrash('1.34'))).toBe(brokenCheck)
})
