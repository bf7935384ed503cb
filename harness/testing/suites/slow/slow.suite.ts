import { expect } from '../../../check/expect.ts'
import { rule, test } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['slow'] } as const
const server = fakeServer()

rule({ id: 'slow.first', level: 'MUST', says: 'The first check ends.', source }, () => {
  test('answers', async () => {
    expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 200 })
  })
})

rule({ id: 'slow.second', level: 'MUST', says: 'The second never does.', source }, () => {
  test('waits', async () => {
    expect(await (await server()).request({ path: '/hang', withinMs: 60_000 })).toMatchObject({ status: 200 })
  })
})
