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
  // Without this the client refuses plain HTTP.
  config.clusters = config.clusters.map((cluster) => ({
    ...cluster,
    skipTLSVerify: server.url.startsWith('http:'),
  }))
  return config
}

const web = {
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

  test('creates, reads, replaces, patches and deletes', async () => {
    const apps = config.makeApiClient(AppsV1Api)
    const namespace = 'default'
    const made = await apps.createNamespacedDeployment({ namespace, body: web })
    expect(made.spec?.replicas).toBe(1)
    expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date)

    const read = await apps.readNamespacedDeployment({ namespace, name: 'web' })
    const version = read.metadata?.resourceVersion ?? ''
    const replaced = await apps.replaceNamespacedDeployment({
      namespace,
      name: 'web',
      body: { metadata: { name: 'web', resourceVersion: version }, spec: { ...web.spec, replicas: 2 } },
    })
    expect(replaced.metadata?.generation).toBe(2)
    const stale = apps.replaceNamespacedDeployment({ namespace, name: 'web', body: read })
    await expect(stale).rejects.toMatchObject({ code: 409 })

    const merged = await apps.patchNamespacedDeployment(
      { namespace, name: 'web', body: { spec: { replicas: 3 } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    )
    expect(merged.spec?.replicas).toBe(3)
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

  test('lists by pages and selectors', async () => {
    const core = config.makeApiClient(CoreV1Api)
    for (const name of ['a', 'b', 'c']) {
      server.hand.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { name } } })
    }
    const first = await core.listNamespacedConfigMap({ namespace: 'default', limit: 2 })
    expect(first.items.map(({ metadata }) => metadata?.name)).toEqual(['a', 'b'])
    const _continue = first.metadata?._continue ?? ''
    const rest = await core.listNamespacedConfigMap({ namespace: 'default', limit: 2, _continue })
    expect(rest.items.map(({ metadata }) => metadata?.name)).toEqual(['c'])
    const chosen = await core.listConfigMapForAllNamespaces({ labelSelector: 'name in (a,c)' })
    expect(chosen.items).toHaveLength(2)
  })

  test('keeps an informer up to date, after ended watches and old versions', async () => {
    const core = config.makeApiClient(CoreV1Api)
    const list = () => core.listNamespacedConfigMap({ namespace: 'default' })
    const informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', list)
    const names = () => informer.list().map(({ metadata }) => metadata?.name)
    // After an error, the client leaves the restart to its user, and it reports its own end as an error.
    let restarts = 0
    informer.on('error', () => {
      restarts += 1
      if (restarts <= 3) void informer.start()
    })
    const make = (name: string) =>
      server.hand.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
    make('a')
    await informer.start()
    make('b')
    await until(() => names().length === 2, { withinMs: 5_000, what: 'the informer had both' })

    server.compact()
    expect(server.endWatches({ resource: 'configmaps' })).toBe(1)
    make('c')
    server.hand.remove({ resource: 'configmaps', name: 'a' })
    await until(() => names().join() === 'b,c', { withinMs: 10_000, what: 'the informer had caught up' })
    restarts = 3
    await informer.stop()

    expect(names()).toEqual(['b', 'c'])
  })

  test('receives bookmarks', async () => {
    await using quick = await startApiServer({ tls, bookmarkEveryMs: 20 })
    const types: string[] = []
    const watch = new Watch(configOf(quick))
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

  test('is identified in the journal by its token, if it sends one', async () => {
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

test('a client is identified in the journal by its certificate', async () => {
  await using server = await startApiServer({ tls: true })
  const client = await issueClient({ commonName: 'bob', organizations: ['team'] })
  await configOf(server, { client }).makeApiClient(CoreV1Api).listNode()

  expect(server.journal.at(-1)?.user).toEqual({ name: 'bob', groups: ['team', 'system:authenticated'] })
})
