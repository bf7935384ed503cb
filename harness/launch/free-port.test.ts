import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('nobody gets a port that another one got and may not have bound yet', async () => {
  const ports: number[] = []
  for (let round = 0; round < 30; round++)
    ports.push(...(await Promise.all(Array.from({ length: 30 }, () => freePort()))))

  expect(new Set(ports).size).toBe(ports.length)
})
