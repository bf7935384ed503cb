import { expect } from '../../../check/expect.ts'
import { refuses, rule } from '../../../check/rule.ts'
import { fakeServer } from '../../fake-server.ts'

const server = fakeServer()

rule(
  {
    id: 'gate.other',
    level: 'MUST',
    says: 'The server answers elsewhere.',
    source: { document: 1, section: 'Testing', rows: ['gate'] },
    twin: 'gate.holds/accepts-a-request',
  },
  () => {
    refuses({ title: 'a request with 403', id: 'elsewhere' }, async () => {
      expect(await (await server()).request({ path: '/status/403' })).toMatchObject({ status: 403 })
    })
  },
)
