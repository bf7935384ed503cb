import { expect } from '../../../check/expect.ts'
import { test } from '../../../check/rule.ts'
import { rulesOf } from '../../../check/rules-of.ts'

const { must } = rulesOf({ document: 1, section: 'Testing' })

must('speechless.rule', 'one', () => {
  test('holds', async () => {
    expect(1).toBe(1)
  })
})
