import { expect } from '../../../check/expect.ts'
import { accepts, refuses, rule, test } from '../../../check/rule.ts'
import { tiny } from '../../tiny-role.ts'

const source = { document: 2, section: 'Testing', rows: ['tiny'] } as const
const sharedProgram = tiny.shared(() => ({ greeting: 'hello' }))

rule({ id: 'tiny.greets', level: 'MUST', says: 'It greets as its configuration says.', source }, () => {
  test('greets with a hello', async () => {
    expect(await (await sharedProgram()).get('/greeting')).toBe('hello')
  })

  test('greets with another word', async () => {
    expect(await (await tiny.start({ greeting: 'welcome' })).get('/greeting')).toBe('welcome')
  })
})

rule({ id: 'tiny.refuses', level: 'MUST', says: 'It does not start without a greeting.', source }, () => {
  accepts('a greeting', async () => {
    await tiny.expectAccepted({ greeting: 'hello' })
  })

  refuses({ title: 'a configuration without a greeting', id: 'to have none' }, async () => {
    await tiny.expectRefusal({ greeting: 'none' }, 'greeting')
  })
})

rule({ id: 'tiny.stays', level: 'MUST', says: 'It stays when it is asked anything.', source }, () => {
  test('answers a request that is fatal to it', async () => {
    expect(await (await tiny.start({ greeting: 'hello' })).get('/die')).toBe('hello')
  })
})

const otherSource = { ...source, document: 1 } as const
rule(
  { id: 'other.program', level: 'MUST', says: 'Another program is judged by this.', source: otherSource },
  () => {
    test('is never reached', async () => {
      expect('reached').toBe('never')
    })
  },
)
