import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { hasCode, HarnessError } from './errors.ts'

test('hasCode finds the code of an error and of its causes, and ignores codes of other values', async () => {
  const firstServer = createServer().listen(0, '127.0.0.1')
  await once(firstServer, 'listening')
  const secondServer = createServer().listen((firstServer.address() as AddressInfo).port, '127.0.0.1')
  const [takenError] = await once(secondServer, 'error')
  firstServer.close()
  const wrappedError = new HarnessError('config-fault', 'The peer did not start.', { cause: takenError })

  expect([takenError, wrappedError].map((thrown) => hasCode(thrown, 'EADDRINUSE'))).toEqual([true, true])
  expect(hasCode(wrappedError, 'config-fault')).toBe(true)
  const otherErrors = [new Error('EADDRINUSE'), 'EADDRINUSE', undefined, { code: 'EADDRINUSE' }]
  expect(otherErrors.map((thrown) => hasCode(thrown, 'EADDRINUSE'))).toEqual([false, false, false, false])
})
