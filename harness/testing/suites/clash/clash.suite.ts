import { expect } from '../../../check/expect.ts'
import { rule, test } from '../../../check/rule.ts'

const source = { document: 1, section: 'Testing', rows: ['clash'] } as const

rule({ id: 'clash.rule', level: 'MUST', says: 'Two checks have one title.', source }, () => {
  test('is the same', async () => {
    expect(1).toBe(1)
  })

  test('is the same!', async () => {
    expect(1).toBe(1)
  })
})
