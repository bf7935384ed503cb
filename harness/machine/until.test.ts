import { expect, test } from 'vitest'
import { ownLateness } from './lateness.ts'
import { until } from './until.ts'

test('until resolves once the fact is true', async () => {
  let pollCount = 0
  await until(() => ++pollCount === 3, { withinMs: 1_000, what: 'it was looked at three times' })

  expect(pollCount).toBe(3)
})

test('until reports the fact that did not become true within the limit', async () => {
  await expect(until(() => false, { withinMs: 20, what: 'the issuer was asked' })).rejects.toThrow(
    'Waited 20 ms, and it did not come true that the issuer was asked.',
  )
})

test('until waits longer while this process is kept from working', async () => {
  const fromMs = performance.now()
  const waitPromise = until(() => performance.now() - fromMs > 150, { withinMs: 100, what: 'it was time' })
  ownLateness()
  while (performance.now() - fromMs < 120);

  await expect(waitPromise).resolves.toBeUndefined()
})
