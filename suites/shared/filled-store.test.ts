import { expect, test } from 'vitest'
import { startEtcd } from '#mocks/etcd/index.ts'
import { filledStore, saveFilledStore } from './filled-store.ts'

test('the store of the next server has only the objects that a server creates at its start', async () => {
  await using firstStore = await startEtcd()
  firstStore.put('/registry/clusterroles/admin', 'may do all')
  firstStore.put('/registry/masterleases/127.0.0.1', 'of the first server')
  firstStore.put('/registry/configmaps/default/made', 'by a check')

  expect(filledStore()).toBeUndefined()

  await saveFilledStore(firstStore, { '--encryption-provider-config': 'file' })
  expect(filledStore()).toBeUndefined()

  await saveFilledStore(firstStore, { '--anonymous-auth': 'true' })
  const savedStore = filledStore({ '--audit-log-path': 'file' })
  await using nextStore = await startEtcd(savedStore === undefined ? {} : { copyOf: savedStore })

  expect(nextStore.entries().map(({ key }) => key)).toEqual(['/registry/clusterroles/admin'])

  nextStore.remove('/registry/')
  await using thirdStore = await startEtcd(savedStore === undefined ? {} : { copyOf: savedStore })
  expect(thirdStore.entries()).toHaveLength(1)
})

test.for(['--encryption-provider-config', '--etcd-prefix', '--storage-media-type', '--feature-gates', '--x'])(
  'a server with %s gets an empty store',
  (flag) => {
    expect(filledStore({ [flag]: 'value' })).toBeUndefined()
  },
)
