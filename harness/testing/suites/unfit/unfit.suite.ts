import { expect } from '../../../check/expect.ts'
import { rule, test } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['unfit'] } as const
const server = fakeServer()
const answer = async (): Promise<string> => (await (await server()).request({ path: '/' })).body

rule({ id: 'unfit.text', level: 'MUST', says: 'The answer is JSON.', source }, () => {
  test({ title: 'parses the response as JSON', id: 'reads it' }, async () => {
    expect(JSON.parse(await answer())).toEqual({})
  })
})

rule({ id: 'unfit.form', level: 'MUST', says: 'The answer has items.', source }, () => {
  test({ title: 'counts the items of the response', id: 'counts them' }, async () => {
    const { items } = { body: await answer() } as unknown as { readonly items: readonly object[] }
    expect(items.length).toBe(1)
  })
})

rule({ id: 'unfit.value', level: 'MUST', says: 'The answer has names.', source }, () => {
  test({ title: 'searches a name in the response', id: 'looks for one' }, async () => {
    expect({ body: await answer() } as object).toHaveLength(2)
    expect(null).toContain('a')
  })
})

rule({ id: 'unfit.time', level: 'MUST', says: 'An answer comes.', source, limitMs: 1_500 }, () => {
  test({ title: 'waits for the response', id: 'waits for it' }, async () => {
    expect(await (await server()).request({ path: '/hang', withinMs: 60_000 })).toMatchObject({ status: 200 })
  })
})
