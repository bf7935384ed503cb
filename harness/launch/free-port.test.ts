import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('freePort never returns the same port to two of its last callers', async () => {
  const ports: number[] = []
  for (let round = 0; round < 30; round++)
    ports.push(...(await Promise.all(Array.from({ length: 30 }, () => freePort()))))

  expect(new Set(ports).size).toBe(ports.length)
})

test('freePort returns a port below the range that the system gives to connections', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port: given } = server.address() as AddressInfo
  server.close()

  expect(await freePort()).toBeLessThan(Math.min(given, 32_768))
})
