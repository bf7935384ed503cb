import { expect } from '../../../check/expect.ts'
import { says, test } from '../../../check/rule.ts'
import { rulesOf } from '../../../check/rules-of.ts'

const { must, should, unspecified, excluded } = rulesOf({ document: 1, section: 'Testing' })

must('common.one', 'one', () => {
  says('One holds.')
  test('holds', async () => {
    expect(1).toBe(1)
  })
})

should('common.two', ['two', 'three'], () => {
  says('Two holds.')
  test('holds', async () => {
    expect(1).toBe(1)
  })
})

unspecified('common.other', { section: 'Elsewhere', row: 'x', aspect: 'size' }, () => {
  says('Unspecified: the size.')
  test('is recorded', async (check) => {
    check.observe('size', 1)
  })
})

excluded('common.excluded', 'four', 'No user can see it.', 'It has no outside.')
