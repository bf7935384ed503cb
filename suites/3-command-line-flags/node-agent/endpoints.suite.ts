import { networkInterfaces } from 'node:os'
import { currentCheck, expect, HarnessError, rulesOf, says, test } from '#kit'
import { isListening, requestPlain } from '#harness/programs/plain-ports.ts'
import { sharedAgent, startAgent } from '../../shared/node-agent.ts'
import { statusOf } from './status.ts'
import { staysClosed, defaultPorts } from './closed-ports.ts'
import { agentFlagRow as flagRow } from '../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Endpoints', program })

const defaultAgent = sharedAgent(() => ({}))

must('agent.health.port', flagRow('--healthz-port', 'port'), () => {
  says('The health endpoint is served over HTTP on --healthz-port, and not at all if that is 0.')
  test(
    { title: 'the health endpoint responds at the configured port', id: 'answers on the port' },
    async () => {
      expect(await statusOf((await defaultAgent()).health())).toBe(200)
    },
  ).sees('health-port-says-no')

  test({ title: 'opens no health port when the flag is 0', id: 'opens no port for 0' }, async () => {
    const start = () => startAgent({ flags: { '--healthz-port': 0 }, opens: { health: false } })
    expect(await staysClosed(defaultPorts.health, start)).toBe(true)
  }).sees('healthz-port-zero-serves')
})

must('agent.health.address', flagRow('--healthz-bind-address', 'address'), () => {
  says('The health endpoint is served on --healthz-bind-address only.')
  const agentOnOtherAddress = sharedAgent(() => ({
    healthAddress: '127.0.0.2',
    flags: { '--healthz-bind-address': '127.0.0.2' },
  }))

  test(
    { title: 'the health endpoint responds at the configured address', id: 'answers on the address' },
    async () => {
      expect(await statusOf((await agentOnOtherAddress()).health())).toBe(200)
    },
  ).sees('health-port-says-no')

  test(
    {
      title: 'does not listen on an address other than the configured one',
      id: 'does not listen on another one',
    },
    async () => {
      const agent = await agentOnOtherAddress()
      expect(await isListening(agent, '127.0.0.1', agent.ports.health)).toBe(false)
    },
  ).sees('healthz-address-ignored')
})

must(
  'agent.health.endpoint',
  'node agent --healthz-bind-address:--healthz-port (default 127.0.0.1:10248)',
  () => {
    says('There is a health endpoint over HTTP at --healthz-bind-address and --healthz-port.')
    test(
      { title: 'the health endpoint responds at the configured address and port', id: 'answers there' },
      async () => {
        expect(await statusOf((await defaultAgent()).health())).toBe(200)
      },
    ).sees('health-port-says-no')
  },
)

must('agent.server.port', flagRow('--port', 'HTTPS'), () => {
  says('The agent serves HTTPS on --port, and on --address only.')
  test({ title: 'the agent responds over HTTPS', id: 'answers over HTTPS' }, async () => {
    expect(await statusOf((await defaultAgent()).get('/healthz'))).toBe(200)
  }).sees('client-certificate-refused')

  test(
    { title: 'does not respond to a request without TLS', id: 'does not answer without TLS' },
    async () => {
      const { ports } = await defaultAgent()
      expect(await statusOf((await defaultAgent()).get('/healthz'))).toBe(200)
      expect(await statusOf(requestPlain(`http://127.0.0.1:${ports.main}/healthz`))).not.toBe(200)
    },
  ).sees('client-certificate-refused')

  test(
    {
      title: 'does not listen on an address other than the configured one',
      id: 'does not listen on another address',
    },
    async () => {
      const agent = await defaultAgent()
      expect(await isListening(agent, '127.0.0.2', agent.ports.main)).toBe(false)
    },
  ).sees('server-address-ignored')
})

must('agent.read-only.address', flagRow('--address', 'read-only port'), () => {
  says('The read-only port is served on --address only.')
  test(
    { title: 'does not listen on an address other than the configured one', id: 'elsewhere' },
    async () => {
      const agent = await defaultAgent()
      expect(await statusOf(agent.readOnly('/healthz'))).toBe(200)
      expect(await isListening(agent, '127.0.0.2', agent.ports.readOnly)).toBe(false)
    },
  ).sees('read-only-address-ignored', 'server-address-ignored')
})

const loopbackAddresses = ['127.0.0.1', '127.0.0.2', '::1']

must('agent.server.all-addresses', flagRow('--address', 'all interfaces'), () => {
  says('With 0.0.0.0 or ::, --address is all interfaces of both families.')
  test
    .for({ 'the address 0.0.0.0': '0.0.0.0', 'the address ::': '::' })(
      { title: 'listens on addresses of both families with %s', id: 'both-families-%s' },
      async (address) => {
        const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
          all?.some((each) => each.address === '::1'),
        )
        if (!hasIpv6)
          throw new HarnessError('not-applicable', 'This machine has no loopback address of IPv6.')
        const agent = await startAgent({ flags: { '--address': address } })
        const ports = [agent.ports.main, agent.ports.readOnly]
        const listening = await Promise.all(
          ports.map((port) => Promise.all(loopbackAddresses.map((each) => isListening(agent, each, port)))),
        )
        expect(listening).toEqual(ports.map(() => loopbackAddresses.map(() => true)))
      },
    )
    .sees('unspecified-address-of-ipv4-alone')
})

must('agent.server.off', flagRow('--enable-server', 'off'), () => {
  says('With --enable-server=false the agent does not serve.')
  test({ title: 'opens no port when the server is disabled', id: 'opens no port' }, async () => {
    const agent = await startAgent({ flags: { '--enable-server': false }, opens: { main: false } })
    expect(await isListening(agent, '127.0.0.1', agent.ports.main)).toBe(false)
    currentCheck().observe(
      'the read-only port without a server',
      await isListening(agent, '127.0.0.1', agent.ports.readOnly),
    )
  }).sees('server-not-switched-off')
})
