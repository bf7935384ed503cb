import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { hasCode, HarnessError } from './errors.ts'

test('a code is found on an error and on its causes, and nowhere else', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const second = createServer().listen((first.address() as AddressInfo).port, '127.0.0.1')
  const [taken] = await once(second, 'error')
  first.close()
  const wrapped = new HarnessError('config-fault', 'The peer did not start.', { cause: taken })

  expect([taken, wrapped].map((thrown) => hasCode(thrown, 'EADDRINUSE'))).toEqual([true, true])
  expect(hasCode(wrapped, 'config-fault')).toBe(true)
  const others = [new Error('EADDRINUSE'), 'EADDRINUSE', undefined, { code: 'EADDRINUSE' }]
  expect(others.map((thrown) => hasCode(thrown, 'EADDRINUSE'))).toEqual([false, false, false, false])
})
