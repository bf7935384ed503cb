import { expect } from '../../../check/expect.ts'
import { accepts, rule, test } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', row: 'failing', rows: [] } as const
const refusingServer = fakeServer({ '--behave': 'refuse' })
const server = fakeServer()
const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

rule({ id: 'failing.start', level: 'MUST', says: 'The server comes up again.', source }, () => {
  accepts('a request', async () => {
    expect(await (await refusingServer()).request({ path: '/' })).toMatchObject({ status: 200 })
  })

  accepts({ title: 'another request', id: 'another' }, async () => {
    expect(await (await refusingServer()).request({ path: '/' })).toMatchObject({ status: 200 })
  })
})

rule({ id: 'failing.request', level: 'MUST', says: 'The server refuses a token.', source }, () => {
  test('answers a token with 401', async () => {
    const token = `${encodePart({ alg: 'RS256' })}.${encodePart({ aud: 'somebody-else' })}.c2lnbmVk`
    const headers = { 'x-asked-by': 'a test' }
    expect(await (await server()).request({ path: '/', token, headers })).toMatchObject({ status: 401 })
  })
})
