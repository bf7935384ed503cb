import { expect } from '../../../check/expect.ts'
import { rule, test } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const source = { document: 1, section: 'Testing', rows: ['sequence'] } as const
const server = fakeServer()

rule({ id: 'sequence.breaks', level: 'MUST', says: 'The last answer is another one.', source }, () => {
  test('asks three times', async () => {
    const { request } = { request: async (path: string) => (await server()).request({ path }) }

    expect(await request('/status/202')).toMatchObject({ status: 202 })

    const [judged, other] = [await request('/status/418'), await request('/')]

    expect(other.body).toBe('ok')
    expect(judged.status).toBe(200)
  })
})
