import { describe, expect, test } from 'vitest'
import {
  type BadManager,
  expectNothingLeft,
  expectVerdict,
  judgeDefect,
  lateResult,
  limitMs,
  waitsCheck,
} from './bad-managers.ts'

const worksCheck = 'manager.generic.controllers.list/one-name-enables-its-controller-alone'
const takesOverCheck =
  'manager.generic.leader-election.lease-duration.waits/takes-over-no-sooner-than-that-after-it-first-saw-the-lease'

describe.concurrent('a controller manager', () => {
  test('a manager that never sends a request to the API server ends the run, and the run prints the output of the manager', {
    timeout: limitMs,
  }, async () => {
    const { code, stderr, verdicts, temporary } = await judgeDefect(
      'never-asks',
      worksCheck,
      // Limits the wait for readiness, which may occur three times.
      '--limit',
      'readyMs=10000',
    )

    expect(stderr).toContain('the API server was asked something')
    expect(stderr).toContain('this one waits for better days')
    // A first start that the machine delayed is inconclusive. The check then detects the defect.
    expect([code, verdicts], stderr).toBeOneOf([[5, []], [5, ['crashed']], lateResult])
    await expectNothingLeft(temporary)
  })

  test.for<BadManager>([
    ['requests unknown resources', 'asks-for-unknown', waitsCheck, 'held', 0],
    ['keeps hundreds of watches open', 'keeps-watches', waitsCheck, 'held', 0],
    ['runs its controllers without the lease', 'ignores-leases', waitsCheck, 'broken', 1],
    ['dies while it takes over the lease', 'dies-taking-over', takesOverCheck, 'crashed', 5],
  ])(
    'a controller manager that %s gets a verdict, and none of its processes remain',
    { timeout: limitMs },
    expectVerdict,
  )
})
