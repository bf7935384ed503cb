import { expect } from '../../../check/expect.ts'
import { rule, seeing, test } from '../../../check/rule.ts'

const source = { document: 1, section: 'Testing', rows: ['claimed twice'] } as const

rule({ id: 'claimed.twice', level: 'MUST', says: 'A case claims what all cases claim.', source }, () => {
  test
    .for({ one: seeing(['spoiled'], 1) })('takes %s', async (value) => {
      expect(value).toBe(1)
    })
    .sees('spoiled')
})
