import { expect } from '../../../check/expect.ts'
import { accepts, refuses, rule, seeing, test } from '../../../check/rule.ts'

const source = { document: 1, section: 'Testing', rows: ['claims'] } as const

rule({ id: 'claims.rule', level: 'MUST', says: 'Checks and cases claim faults.', source }, () => {
  accepts('a word', async () => {
    expect('word').toBe('word')
  }).sees('words-refused')

  const nearMisses = { 'a number': seeing(['numbers-accepted'], 7), 'an empty text': '' }

  refuses
    .for(nearMisses)('%s', async (value) => {
      expect(value === 7 || value === '').toBe(true)
    })
    .sees('all-accepted', (value, name) =>
      value === '' ? `${name.replaceAll(' ', '-')}-accepted` : undefined,
    )

  test({ title: 'claims no fault', id: 'sees nothing' }, async () => {
    expect(1).toBe(1)
  })
})
