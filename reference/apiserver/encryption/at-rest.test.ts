import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'

const config = (resources: string, name: string) => `apiVersion: apiserver.config.orch.io/v1
kind: EncryptionConfiguration
resources:
- resources: ["${resources}"]
  providers:
  - secretbox: {keys: [{name: ${name}, secret: ${Buffer.alloc(32, name).toString('base64')}}]}
  - identity: {}
`

test('objects and custom objects are encrypted as the current content of the file specifies', async () => {
  await using etcd = await EtcdDouble.start()
  await using server = new RunningServer()
  const file = server.file('encryption.yaml', config('secrets', 'one'))
  await server.start(etcd.url, [
    `--encryption-provider-config=${file}`,
    '--encryption-provider-config-automatic-reload',
  ])
  await server.ready()
  const admin = server.admin
  const create = (path: string, name: string) =>
    server.send('POST', path, { as: admin, body: { metadata: { name } } })
  await create('/api/v1/namespaces/default/secrets', 'a')
  await create('/api/v1/namespaces/default/configmaps', 'a')

  expect(etcd.text('/registry/secrets/default/a')).toMatch(/^orch:enc:secretbox:v1:one:/)
  expect(etcd.text('/registry/configmaps/default/a')).toMatch(/^orch\0/)
  expect((await server.send('GET', '/readyz/kms-providers', { as: admin })).status).toBe(200)
  writeFileSync(file, config('*.*', 'two'))
  await expect
    .poll(
      async () => {
        await server.send('PUT', '/api/v1/namespaces/default/configmaps/a', {
          as: admin,
          body: { metadata: { name: 'a' } },
        })
        return etcd.text('/registry/configmaps/default/a')
      },
      { timeout: 4000 },
    )
    .toContain('secretbox:v1:two:')
  await server.send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    as: admin,
    body: {
      metadata: { name: 'bears.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Bear', plural: 'bears' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    },
  })
  expect((await create('/apis/example.com/v1/namespaces/default/bears', 'b')).status).toBe(201)
  expect(etcd.text('/registry/example.com/bears/default/b')).toContain('secretbox:v1:two:')
  expect((await server.send('GET', '/api/v1/namespaces/default/secrets/a', { as: admin })).status).toBe(500)
})
