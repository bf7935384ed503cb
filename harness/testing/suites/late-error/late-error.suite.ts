import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '../../../check/expect.ts'
import { rule, test } from '../../../check/rule.ts'

const source = { document: 1, section: 'Testing', rows: ['late error'] } as const

rule({ id: 'late.holds', level: 'MUST', says: 'All is well at first.', source }, () => {
  test(
    { title: 'holds, and a timer that it started throws', id: 'holds, and something it left behind throws' },
    async () => {
      setTimeout(() => {
        throw new Error('thrown after the check')
      }, 5)
      expect(1).toBe(1)
    },
  )

  test({ title: 'runs while the timer of the first check throws', id: 'is still running then' }, async () => {
    await sleep(50)
    expect(1).toBe(1)
  })
})
