import { expect, rulesOf, says, test } from '#kit'
import { sharedAgent, startAgent } from '../../shared/node-agent.ts'
import { statusOf } from './status.ts'
import { staysClosed, defaultPorts } from './closed-ports.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Authentication', program })

const defaultAgent = sharedAgent(() => ({}))
const nonAnonymousAgent = sharedAgent(() => ({ flags: { '--anonymous-auth': false } }))

must('agent.read-only.port', flagRow('--read-only-port', 'port'), () => {
  says('The read-only port speaks HTTP, and does not exist when it is 0.')
  test({ title: 'the read-only port responds over HTTP', id: 'answers on the port' }, async () => {
    expect(await statusOf((await defaultAgent()).readOnly('/healthz'))).toBe(200)
  }).sees('read-only-port-missing')

  test({ title: 'opens no read-only port when the flag is 0', id: 'opens no port for 0' }, async () => {
    const start = () => startAgent({ flags: { '--read-only-port': 0 } })
    expect(await staysClosed(defaultPorts.readOnly, start)).toBe(true)
  }).sees('read-only-port-zero-serves')
})

must('agent.read-only.callers', 'node agent: read-only port', () => {
  says('The read-only port requires no authentication.')
  test(
    {
      title: 'responds to a caller without credentials, although the secure port requires credentials',
      id: 'answers without credentials where the other port wants some',
    },
    async () => {
      expect(await statusOf((await nonAnonymousAgent()).readOnly('/healthz'))).toBe(200)
    },
  ).sees('read-only-port-asks-who')

  for (const path of ['/pods', '/metrics']) {
    test(
      { title: `requires no credentials for ${path}, unlike the secure port`, id: path.slice(1) },
      async (check) => {
        const agent = await nonAnonymousAgent()
        const readOnlyStatus = await statusOf(agent.readOnly(path))
        check.observe('status', readOnlyStatus)

        expect(await statusOf(agent.get(path, 'none')), 'the secure port').toBe(401)
        expect(readOnlyStatus).not.toBeOneOf([401, 403, 'no answer'])
      },
    ).sees('read-only-port-asks-who', 'read-only-port-missing')
  }
})
