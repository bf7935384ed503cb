import { describe, expect, test } from 'vitest'
import {
  type Bad,
  expectNothingLeft,
  expectVerdict,
  judged,
  late,
  limitMs,
  waits,
} from './bad-managers.test-support.ts'

const works = 'manager.generic.controllers.list/one-name-enables-its-controller-alone'
const takesOver =
  'manager.generic.leader-election.lease-duration.waits/takes-over-no-sooner-than-that-after-it-first-saw-the-lease'

describe.concurrent('a controller manager', () => {
  test('that never asks the API server ends the run, in its own words', {
    timeout: limitMs,
  }, async () => {
    const { code, stderr, verdicts, temporary } = await judged(
      'never-asks',
      works,
      // It is waited for in vain, perhaps three times.
      '--limit',
      'readyMs=10000',
    )

    expect(stderr).toContain('the API server was asked something')
    expect(stderr).toContain('this one waits for better days')
    // A first start that the machine kept from working proves nothing: then the check finds it out.
    expect([code, verdicts], stderr).toBeOneOf([[5, []], [5, ['crashed']], late])
    await expectNothingLeft(temporary)
  })

  test.for<Bad>([
    ['asks for resources that nobody knows', 'asks-for-unknown', waits, 'held', 0],
    ['keeps hundreds of watches open', 'keeps-watches', waits, 'held', 0],
    ['works without the lease', 'ignores-leases', waits, 'broken', 1],
    ['dies while it takes over', 'dies-taking-over', takesOver, 'crashed', 5],
  ])('that %s gets a verdict, and nothing is left of it', { timeout: limitMs }, expectVerdict)
})
