// A client that can reach its server only through an HTTP CONNECT proxy: npm install --save-dev vitest
//   ./orch-conformance-peers-0.1.0.tgz
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { cutAfter, refuse, startTunnelProxy } from 'orch-conformance-peers/tunnel-proxy'
import { expect, test } from 'vitest'

/** Code under test: a GET through the tunnel of a proxy. */
async function getThroughProxy(proxy: string, host: string): Promise<string> {
  const connectRequest = request(proxy, { method: 'CONNECT', path: host }).end()
  const [{ statusCode }, socket] = (await once(connectRequest, 'connect')) as [IncomingMessage, Socket]
  if (statusCode !== 200) throw new Error(`The proxy answered ${statusCode}.`)
  const outgoing = request({ host, createConnection: () => socket }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return Buffer.concat(await response.toArray()).toString()
}

test('the server is reached by a name that only the proxy can resolve', async () => {
  const server = createServer((_, response) => response.end('hello from inside'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const targetAddress = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await using proxy = await startTunnelProxy({
    transport: 'tcp',
    names: { 'db.test.invalid:80': targetAddress },
  })

  expect(await getThroughProxy(proxy.url, 'db.test.invalid:80')).toBe('hello from inside')
  expect(proxy.journal).toMatchObject([{ address: 'db.test.invalid:80', to: targetAddress }])

  proxy.answer({ dial: refuse('no route', 502) })
  await expect(getThroughProxy(proxy.url, 'db.test.invalid:80')).rejects.toThrow('The proxy answered 502.')
  proxy.answer({ dial: cutAfter(30) })
  await expect(getThroughProxy(proxy.url, 'db.test.invalid:80')).rejects.toThrow(/ECONNRESET|socket hang up/)
  server.close()
})
