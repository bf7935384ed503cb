import { expect, test } from 'vitest'
import { startEtcd } from '#mocks/etcd/index.ts'
import { filledStore, saveFilledStore } from './filled-store.ts'

test('the objects that a server creates at its start are in the store of the next one, and no others', async () => {
  await using first = await startEtcd()
  first.put('/registry/clusterroles/admin', 'may do all')
  first.put('/registry/masterleases/127.0.0.1', 'of the first server')
  first.put('/registry/configmaps/default/made', 'by a check')

  expect(filledStore()).toBeUndefined()

  await saveFilledStore(first, { '--encryption-provider-config': 'file' })
  expect(filledStore()).toBeUndefined()

  await saveFilledStore(first, { '--anonymous-auth': 'true' })
  const copyOf = filledStore({ '--audit-log-path': 'file' })
  await using next = await startEtcd(copyOf === undefined ? {} : { copyOf })

  expect(next.entries().map(({ key }) => key)).toEqual(['/registry/clusterroles/admin'])

  next.remove('/registry/')
  await using third = await startEtcd(copyOf === undefined ? {} : { copyOf })
  expect(third.entries()).toHaveLength(1)
})

test.for(['--encryption-provider-config', '--etcd-prefix', '--storage-media-type', '--feature-gates', '--x'])(
  'a server with %s gets an empty store',
  (flag) => {
    expect(filledStore({ [flag]: 'value' })).toBeUndefined()
  },
)
