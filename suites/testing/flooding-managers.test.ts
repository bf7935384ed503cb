import { describe, test } from 'vitest'
import { type BadManager, expectVerdict, limitMs, waitsCheck } from './bad-managers.ts'

describe('a controller manager that floods the machine', () => {
  test.for<BadManager>([
    ['sends requests without a pause', 'floods', waitsCheck, 'held', 0],
    ['sends bodies of 100 MB', 'sends-much', waitsCheck, 'held', 0],
  ])(
    'a controller manager that %s gets a verdict, and none of its processes remain',
    { timeout: limitMs },
    expectVerdict,
  )
})
