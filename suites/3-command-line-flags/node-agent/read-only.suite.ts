import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { sharedAgent, startAgent } from '../../shared/node-agent.ts'
import { statusOf } from './answers.ts'
import { staysClosed, usualPorts } from './closed-ports.ts'
import { flagRow } from './table/rows.ts'

const program = 'node-agent'
const usual = sharedAgent(() => ({}))

rule(
  {
    id: 'agent.read-only.port',
    level: 'MUST',
    says: 'The read-only port speaks HTTP, and does not exist when it is 0.',
    source: flagRow('--read-only-port', 'port'),
    program,
  },
  () => {
    test('answers on the port', async () => {
      expect(await statusOf((await usual()).readOnly('/healthz'))).toBe(200)
    }).sees('read-only-port-missing')

    test('opens no port for 0', async () => {
      const start = () => startAgent({ flags: { '--read-only-port': 0 } })
      expect(await staysClosed(usualPorts.readOnly, start)).toBe(true)
    }).sees('read-only-port-zero-serves')
  },
)

rule(
  {
    id: 'agent.read-only.callers',
    level: 'MUST',
    says: 'The read-only port requires no authentication.',
    source: { document: 3, section: 'Authentication', rows: ['node agent: read-only port'] },
    program,
  },
  () => {
    test('answers without credentials where the other port wants some', async () => {
      const agent = await startAgent({ flags: { '--anonymous-auth': false } })
      expect(await statusOf(agent.readOnly('/healthz'))).toBe(200)
    }).sees('read-only-port-missing', 'read-only-port-asks-who')
  },
)
