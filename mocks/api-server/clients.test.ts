import {
  AppsV1Api,
  CoordinationV1Api,
  CoreV1Api,
  KubeConfig,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  Watch,
} from '@kubernetes/client-node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '#harness/machine/until.ts'
import { issueClient } from '../tls/index.ts'
import { type ApiServer, startApiServer } from './index.ts'

/** Returns the configuration of the official client for a server. */
function configOf(server: ApiServer, credentials = {}): KubeConfig {
  const config = new KubeConfig()
  config.loadFromString(server.clientConfiguration(credentials))
  // Without `skipTLSVerify`, the client refuses plain HTTP.
  config.clusters = config.clusters.map((cluster) => ({
    ...cluster,
    skipTLSVerify: server.url.startsWith('http:'),
  }))
  return config
}

const webDeployment = {
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'x' }] } },
  },
}

describe.each([{ tls: false }, { tls: true }])('the official client (tls: $tls)', ({ tls }) => {
  let server: ApiServer
  let config: KubeConfig
  beforeEach(async () => {
    server = await startApiServer({ tls, users: { secret: { name: 'alice', groups: [] } } })
    config = configOf(server, { token: 'secret' })
  })
  afterEach(() => server.stop())

  test('the client creates, reads, replaces, patches and deletes a deployment', async () => {
    const apps = config.makeApiClient(AppsV1Api)
    const namespace = 'default'
    const createdDeployment = await apps.createNamespacedDeployment({ namespace, body: webDeployment })
    expect(createdDeployment.spec?.replicas).toBe(1)
    expect(createdDeployment.metadata?.creationTimestamp).toBeInstanceOf(Date)

    const readDeployment = await apps.readNamespacedDeployment({ namespace, name: 'web' })
    const version = readDeployment.metadata?.resourceVersion ?? ''
    const replacedDeployment = await apps.replaceNamespacedDeployment({
      namespace,
      name: 'web',
      body: {
        metadata: { name: 'web', resourceVersion: version },
        spec: { ...webDeployment.spec, replicas: 2 },
      },
    })
    expect(replacedDeployment.metadata?.generation).toBe(2)
    const staleReplacement = apps.replaceNamespacedDeployment({
      namespace,
      name: 'web',
      body: readDeployment,
    })
    await expect(staleReplacement).rejects.toMatchObject({ code: 409 })

    const patchedDeployment = await apps.patchNamespacedDeployment(
      { namespace, name: 'web', body: { spec: { replicas: 3 } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    )
    expect(patchedDeployment.spec?.replicas).toBe(3)
    const operations = await apps.patchNamespacedDeployment(
      { namespace, name: 'web', body: [{ op: 'replace', path: '/spec/replicas', value: 4 }] },
      setHeaderOptions('Content-Type', PatchStrategy.JsonPatch),
    )
    expect(operations.spec?.replicas).toBe(4)
    const scale = await apps.readNamespacedDeploymentScale({ namespace, name: 'web' })
    expect(scale).toMatchObject({ spec: { replicas: 4 }, status: { selector: 'app=web' } })

    expect(await apps.deleteNamespacedDeployment({ namespace, name: 'web' })).toMatchObject({
      status: 'Success',
    })
    await expect(apps.readNamespacedDeployment({ namespace, name: 'web' })).rejects.toMatchObject({
      code: 404,
    })
  })

  test('the client lists objects by pages and by selectors', async () => {
    const core = config.makeApiClient(CoreV1Api)
    for (const name of ['a', 'b', 'c']) {
      server.hand.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { name } } })
    }
    const firstPage = await core.listNamespacedConfigMap({ namespace: 'default', limit: 2 })
    expect(firstPage.items.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b'])
    const _continue = firstPage.metadata?._continue ?? ''
    const lastPage = await core.listNamespacedConfigMap({ namespace: 'default', limit: 2, _continue })
    expect(lastPage.items.map(({ metadata }) => metadata?.name)).toEqual(['c'])
    const selectedMaps = await core.listConfigMapForAllNamespaces({ labelSelector: 'name in (a,c)' })
    expect(selectedMaps.items).toHaveLength(2)
  })

  test('an informer stays up to date after ended watches and expired versions', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const list = () => core.listNamespacedConfigMap({ namespace: 'default' })
    const informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', list)
    const names = () => informer.list().map(({ metadata }) => metadata?.name)
    // The informer does not restart after an error, and reports the normal end of a watch as an error.
    let restarts = 0
    informer.on('error', () => {
      restarts += 1
      if (restarts <= 3) void informer.start()
    })
    const createConfigMap = (name: string) =>
      server.hand.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
    createConfigMap('a')
    await informer.start()
    createConfigMap('b')
    await until(() => names().length === 2, { withinMs: 5_000, what: 'the informer had both' })

    server.compact()
    expect(server.endWatches({ resource: 'configmaps' })).toBe(1)
    createConfigMap('c')
    server.hand.remove({ resource: 'configmaps', name: 'a' })
    await until(() => names().join() === 'b,c', { withinMs: 10_000, what: 'the informer had caught up' })
    restarts = 3
    await informer.stop()

    expect(names()).toEqual(['b', 'c'])
  })

  test('a watch receives bookmarks', async () => {
    await using bookmarkingServer = await startApiServer({ tls, bookmarkEveryMs: 20 })
    const types: string[] = []
    const watch = new Watch(configOf(bookmarkingServer))
    const query = { allowWatchBookmarks: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
    const request = await watch.watch(
      '/api/v1/namespaces',
      query,
      (type) => types.push(type),
      () => {},
    )
    await until(() => types.length >= 7, { withinMs: 5_000, what: 'two more bookmarks came' })
    request.abort()

    expect(types.slice(0, 6)).toEqual(['ADDED', 'ADDED', 'ADDED', 'ADDED', 'BOOKMARK', 'BOOKMARK'])
  })

  test('the journal identifies a client by its token', async () => {
    const leases = config.makeApiClient(CoordinationV1Api)
    await leases.listNamespacedLease({ namespace: 'default' })

    expect(server.journal.at(-1)).toMatchObject({
      verb: 'list',
      group: 'coordination.k8s.io',
      resource: 'leases',
      namespace: 'default',
      status: 200,
      user: { name: 'alice' },
    })
  })
})

test('the journal identifies a client by its certificate', async () => {
  await using server = await startApiServer({ tls: true })
  const client = await issueClient({ commonName: 'bob', organizations: ['team'] })
  await configOf(server, { client }).makeApiClient(CoreV1Api).listNode()

  expect(server.journal.at(-1)?.user).toEqual({ name: 'bob', groups: ['team', 'system:authenticated'] })
})
