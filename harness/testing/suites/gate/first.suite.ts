import { expect } from '../../../check/expect.ts'
import { accepts, refuses, rule } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['gate'] } as const
const server = fakeServer()

rule({ id: 'gate.holds', level: 'MUST', says: 'The server answers.', source }, () => {
  accepts('a request', async () => {
    expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 200 })
  })
})

rule({ id: 'gate.breaks', level: 'MUST', says: 'The server answers with 201.', source }, () => {
  accepts('with 201', async () => {
    expect(await (await server()).request({ path: '/' })).toMatchObject({ status: 201 })
  })

  refuses({ title: 'a request with 401', id: 'something' }, async () => {
    expect(await (await server()).request({ path: '/status/401' })).toMatchObject({ status: 401 })
  })
})
