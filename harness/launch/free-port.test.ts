import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('no caller receives a port that another caller received and may not have bound yet', async () => {
  const ports: number[] = []
  for (let round = 0; round < 30; round++)
    ports.push(...(await Promise.all(Array.from({ length: 30 }, () => freePort()))))

  expect(new Set(ports).size).toBe(ports.length)
})

test('the port is outside the range that the system gives to connections or peers', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port: given } = server.address() as AddressInfo
  server.close()

  expect(await freePort()).toBeLessThan(Math.min(given, 32_768))
})
