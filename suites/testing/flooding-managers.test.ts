import { describe, test } from 'vitest'
import { type BadManager, expectVerdict, limitMs, waitsCheck } from './bad-managers.ts'

describe('a controller manager that floods the machine', () => {
  test.for<BadManager>([
    ['asks without a pause', 'floods', waitsCheck, 'held', 0],
    ['sends bodies of a hundred megabytes', 'sends-much', waitsCheck, 'held', 0],
  ])('because it %s gets a verdict, and no process of it remains', { timeout: limitMs }, expectVerdict)
})
