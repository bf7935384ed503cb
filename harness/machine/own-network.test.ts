import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hasAbility } from './abilities.ts'
import { nameServers, withOwnNetwork } from './own-network.ts'

const isSkipped = !hasAbility('network-namespace')

/** Runs a script of Node in a separate network, and returns what it prints. */
async function inOwnNetwork(script: string, servers: readonly string[] = []): Promise<unknown> {
  const [file = '', ...args] = withOwnNetwork([process.execPath, '-e', script], servers)
  const { stdout } = await promisify(execFile)(file, args)
  return JSON.parse(stdout)
}

test.skipIf(isSkipped)(
  'loopback works in a separate network, and two networks use the same port at the same time',
  async () => {
    const listenScript = `
    const server = require('node:http').createServer((_, answer) => answer.end('here'))
    server.listen(23456, '127.0.0.1', async () => {
      const answer = await fetch('http://127.0.0.1:23456')
      const text = await answer.text()
      setTimeout(() => { console.log(JSON.stringify(text)); process.exit() }, 1000)
    })`

    expect(await Promise.all([inOwnNetwork(listenScript), inOwnNetwork(listenScript)])).toEqual([
      'here',
      'here',
    ])
  },
)

test.skipIf(isSkipped)(
  'a connection to another machine is counted and recorded, and never opens',
  async () => {
    const watchModule = new URL('../../dist/harness/machine/leaving/watch.js', import.meta.url).href
    const script = `
    import('${watchModule}').then(async ({ OutboundWatch }) => {
      const watch = new OutboundWatch('away')
      const eventsBefore = watch.since(0)
      const socket = require('node:net').connect(443, '203.0.113.7')
      socket.on('error', () => {})
      await new Promise((resolve) => setTimeout(resolve, 600))
      const { packets, attempts } = watch.since(0)
      console.log(JSON.stringify({ before: eventsBefore, isCounted: packets > 0, attempts, isOpen: socket.readyState }))
      process.exit()
    })`
    const attempt = {
      protocol: 'tcp',
      address: '203.0.113.7',
      port: 443,
      process: expect.stringContaining('-e'),
    }

    expect(await inOwnNetwork(script)).toEqual({
      before: { packets: 0, attempts: [] },
      isCounted: true,
      attempts: [expect.objectContaining(attempt)],
      isOpen: 'opening',
    })
  },
)

test.skipIf(isSkipped)(
  'a query for a name is recorded, stays on the machine, and gets a response at once',
  async () => {
    const watchModule = new URL('../../dist/harness/machine/leaving/watch.js', import.meta.url).href
    const script = `
    import('${watchModule}').then(async ({ OutboundWatch }) => {
      const watch = new OutboundWatch('away', ['198.51.100.53'])
      await new Promise((resolve) => setTimeout(resolve, 100))
      const resolver = new (require('node:dns').promises.Resolver)()
      resolver.setServers(['198.51.100.53'])
      const startedMs = performance.now()
      const { code } = await resolver.resolveTxt('name.example').catch((error) => error)
      const isFast = performance.now() - startedMs < 1000
      console.log(JSON.stringify({ code, isFast, ...watch.since(0) }))
      process.exit()
    })`
    const query = {
      protocol: 'udp',
      address: '198.51.100.53',
      port: 53,
      process: expect.stringContaining('-e'),
    }

    expect(await inOwnNetwork(script, ['198.51.100.53'])).toEqual({
      code: 'ENOTFOUND',
      isFast: true,
      packets: 0,
      attempts: [expect.objectContaining(query)],
    })
  },
)

test('nameServers returns the name servers that are not on loopback', () => {
  const text =
    '# nameserver 192.0.2.1\nnameserver 127.0.0.53\nnameserver 192.0.2.2\nnameserver fe80::1%eth0\nnameserver 2001:db8::1\nsearch example\n'

  expect(nameServers(text)).toEqual(['192.0.2.2', '2001:db8::1'])
})

test.skipIf(isSkipped)('a process in a separate network keeps its channel and its process id', async () => {
  const script = 'process.send({ pid: process.pid }); process.disconnect()'
  const [file = '', ...args] = withOwnNetwork([process.execPath, '-e', script])
  const child = spawn(file, args, { stdio: ['ignore', 2, 2, 'ipc'], serialization: 'advanced' })
  const message = await new Promise((resolve) => child.once('message', resolve))

  expect(message).toEqual({ pid: child.pid })
})
