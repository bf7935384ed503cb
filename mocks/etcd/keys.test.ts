import { expect, test } from 'vitest'
import { openStoredKeys } from './keys.ts'
import { startEtcd } from './index.ts'

test('keys are read by prefix, in order, with their raw bytes', async () => {
  await using etcd = await startEtcd()
  etcd.put('/registry/b', Uint8Array.of(0, 255))
  etcd.put('/registry/a', 'one')
  etcd.put('/registry-2/c', 'other')
  const keys = openStoredKeys(etcd.url)
  const entries = await keys.entries('/registry/')
  keys.close()

  expect(entries).toEqual(etcd.entries('/registry/'))
  expect(entries.map(({ key }) => key)).toEqual(['/registry/a', '/registry/b'])
})

test('without a prefix, all keys are returned', async () => {
  await using etcd = await startEtcd()
  etcd.put('a', 'one')
  etcd.put('\xff', 'last')
  const keys = openStoredKeys(etcd.url)
  const entries = await keys.entries()
  keys.close()

  expect(entries.map(({ key }) => key)).toEqual(['a', '\xff'])
})

test('a planted value is in the store', async () => {
  await using etcd = await startEtcd()
  const keys = openStoredKeys(etcd.url)
  await keys.put('/registry/a', Uint8Array.of(1, 2))
  keys.close()

  expect(etcd.get('/registry/a')?.value).toEqual(Buffer.of(1, 2))
})
