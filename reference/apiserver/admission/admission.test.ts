import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { EtcdDouble } from '../testing/etcd-double.ts'
import { RunningServer } from '../testing/running-server.ts'

const namespacesPath = '/api/v1/namespaces'
const podsPath = `${namespacesPath}/default/pods`
const pod = (fields: object = {}, name = 'p') => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i' }], ...fields },
})

describe('admission', () => {
  test('each default plugin changes objects according to flags and file', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const config = server.file(
      'admission.yaml',
      `apiVersion: apiserver.config.orch.io/v1
kind: AdmissionConfiguration
plugins:
- name: PodNodeSelector
  path: missing.yaml
  configuration: {podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: "src=inline"}}
`,
    )
    await server.start(etcd.url, [
      '--enable-admission-plugins=PodNodeSelector,AlwaysPullImages',
      `--admission-control-config-file=${config}`,
    ])
    await server.ready()
    const admin = server.admin
    const post = async (path: string, body: object) => {
      const { status, body: text } = await server.send('POST', path, { as: admin, body })
      return { ...(JSON.parse(text) as object), status }
    }

    expect(await post(`${namespacesPath}/missing/configmaps`, { metadata: { name: 'c' } })).toMatchObject({
      status: 404,
    })
    expect(await post(podsPath, pod())).toMatchObject({ status: 403 })
    expect(
      await post(`${namespacesPath}/default/serviceaccounts`, { metadata: { name: 'default' } }),
    ).toMatchObject({
      status: 201,
    })
    expect(await post(podsPath, pod())).toMatchObject({
      spec: {
        serviceAccountName: 'default',
        nodeSelector: { src: 'inline' },
        priority: 0,
        containers: [{ imagePullPolicy: 'Always' }],
        tolerations: [
          { key: 'node.orch.io/not-ready', tolerationSeconds: 300 },
          { key: 'node.orch.io/unreachable' },
        ],
      },
    })
    await expect
      .poll(async () => (await server.send('GET', `${namespacesPath}/default`, { as: admin })).status)
      .toBe(200)
    expect((await server.send('DELETE', `${namespacesPath}/default`, { as: admin })).status).toBe(403)
    const quota = { metadata: { name: 'q' }, spec: { hard: { 'count/configmaps': '1' } } }
    await post(`${namespacesPath}/default/resourcequotas`, quota)
    expect(await post(`${namespacesPath}/default/configmaps`, { metadata: { name: 'a' } })).toMatchObject({
      status: 201,
    })
    expect(await post(`${namespacesPath}/default/configmaps`, { metadata: { name: 'b' } })).toMatchObject({
      status: 403,
    })
  })

  test('a webhook changes or rejects objects', async () => {
    await using etcd = await EtcdDouble.start()
    await using server = new RunningServer()
    const webhook = createServer(server.authority.server(), (request: IncomingMessage, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      request.on('end', () => {
        const { request: reviewedObject } = JSON.parse(text) as { request: { uid: string; name: string } }
        const patch = Buffer.from('[{"op":"add","path":"/data","value":{"seen":"yes"}}]').toString('base64')
        const decision =
          reviewedObject.name === 'bad'
            ? { allowed: false }
            : { allowed: true, patchType: 'JSONPatch', patch }
        response.end(JSON.stringify({ response: { uid: reviewedObject.uid, ...decision } }))
      })
    })
    webhook.listen(0, '127.0.0.1')
    await once(webhook, 'listening')
    await server.start(etcd.url, [])
    await server.ready()
    const admin = server.admin
    const { port } = webhook.address() as AddressInfo
    const body = {
      metadata: { name: 'w' },
      webhooks: [
        {
          name: 'w.example.com',
          clientConfig: {
            url: `https://127.0.0.1:${port}/`,
            caBundle: Buffer.from(server.authority.cert).toString('base64'),
          },
          rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        },
      ],
    }
    const configurationsPath = '/apis/admissionregistration.orch.io/v1/mutatingwebhookconfigurations'
    await server.send('POST', configurationsPath, { as: admin, body })
    const create = (name: string) =>
      server.send('POST', `${namespacesPath}/default/configmaps`, { as: admin, body: { metadata: { name } } })

    expect(JSON.parse((await create('good')).body)).toMatchObject({ data: { seen: 'yes' } })
    expect((await create('bad')).status).toBe(403)
    webhook.close()
    webhook.closeAllConnections()
    expect((await create('other')).status).toBe(500)
  })

  test.for([
    ['a plugin that is not registered', ['--enable-admission-plugins=Nonsense'], /Nonsense/],
    [
      'a plugin in both lists',
      ['--enable-admission-plugins=AlwaysAdmit', '--disable-admission-plugins=AlwaysAdmit'],
      /both/,
    ],
  ] as const)('a server refuses to start with %s', async ([, flags, reason]) => {
    await using server = new RunningServer()
    await server.start('http://127.0.0.1:1', flags)

    expect(await server.exited()).toBe(1)
    expect(server.stderr).toMatch(reason)
  })
})
