import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../certificates/authority.ts'
import { nowMs } from '../time.ts'
import { OpenStream, openStream } from './stream.ts'

const authority = await createAuthority()
const withinMs = 5_000
let server: Server
let url = ''

beforeAll(async () => {
  const { certificate, key } = authority.issue({ commonName: 'server' })
  server = createServer({ cert: certificate, key })
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => {})
    if (request.url === '/refused') {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno')
      return
    }
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${request.headers.upgrade}\r\n\r\n`,
    )
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes('end')) socket.end()
      else socket.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const openTestStream = (path: string) =>
  openStream({ url: url + path, ca: authority.certificate, headers: { upgrade: 'talk' } })

test('a sent text is returned until the other end closes the connection', async () => {
  const stream = await openTestStream('/')
  if (!(stream instanceof OpenStream)) throw new Error('not granted')
  expect(await stream.echoes('one', withinMs)).toBe(true)
  expect(await stream.echoes('two', withinMs)).toBe(true)
  expect(stream.endedAtMs).toBeUndefined()

  const fromMs = nowMs()
  expect(await stream.echoes('end', withinMs)).toBe(false)
  expect(stream.endedAtMs).toBeGreaterThanOrEqual(fromMs)
  expect(await stream.echoes('three', withinMs)).toBe(false)
  stream.leave()
})

test('a rejected stream returns the response', async () => {
  expect(await openTestStream('/refused')).toMatchObject({ status: 403, body: 'no' })
})
