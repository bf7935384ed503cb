import type { CheckContext } from '#harness/check/context.ts'
import { rule, test } from '#harness/check/rule.ts'
import type { ApiServer } from '#harness/launch/api-server.ts'
import { file } from '#harness/launch/flags.ts'
import { until } from '#harness/until.ts'
import { sharedServer } from '../../fixtures/api-server.ts'
import {
  authorizationConfiguration,
  clientConfigFile,
  webhookEntry,
} from '../../fixtures/authorization-configuration.ts'
import { connectionTo, dialled, egressFlag, sharedProxies } from '../../fixtures/egress-configuration.ts'
import { createObject } from '../../fixtures/objects.ts'
import { tracingFlag } from '../../fixtures/traced-server.ts'
import { trafficPeers } from './traffic-peers.ts'

const selections = ['controlplane', 'cluster', 'etcd'] as const
const proxies = sharedProxies({ controlplane: {}, cluster: {}, etcd: {} })
const peers = trafficPeers()
// Addresses for documentation: nobody is there, and a proxy notes that it was asked for them all the same.
const node = '192.0.2.10'
const pod = '192.0.2.11'
// In the range of --service-cluster-ip-range that every server is started with.
const service = '10.0.0.77'
const dialledWithinMs = 5_000

const server = sharedServer(async () => {
  const [running, { authorizers, tokens, collector, admission }] = [await proxies(), await peers()]
  const authorizer = webhookEntry(authorizers.webhook('everybody'))
  return {
    peers: [...Object.values(running), authorizers, tokens, collector, admission],
    flags: {
      ...egressFlag(Object.fromEntries(selections.map((name) => [name, connectionTo(running[name])]))),
      ...tracingFlag({ endpoint: collector.endpoint, samplingRatePerMillion: 1_000_000 }),
      '--authorization-config': file('authorization.yaml', authorizationConfiguration([authorizer])),
      '--authentication-token-webhook-config-file': clientConfigFile(
        'tokens',
        tokens.webhook('tokens').clientConfig(),
      ),
    },
    env: { OTEL_BSP_SCHEDULE_DELAY: '200' },
  }
})

/** What makes a server connect with an address. */
interface Stimulus {
  readonly addresses: () => Promise<readonly string[]>
  readonly by: (server: ApiServer) => Promise<unknown>
}

const hostOf = (url: string): string => new URL(url).host

const stimuli: Readonly<Record<string, Stimulus>> = {
  'an authorization webhook': {
    addresses: async () => [hostOf((await peers()).authorizers.url)],
    by: (running) => running.request({ path: '/healthz' }),
  },
  'a token webhook': {
    addresses: async () => [hostOf((await peers()).tokens.url)],
    by: (running) => running.request({ path: '/healthz', token: 'opaque' }),
  },
  'the collector of traces': {
    addresses: async () => [(await peers()).collector.endpoint],
    by: (running) => running.request({ path: '/healthz' }),
  },
  'an admission webhook with a url': {
    addresses: async () => [hostOf((await peers()).admission.url)],
    by: askAdmission,
  },
  'a node that requests are passed on to': {
    addresses: async () => [`${node}:10250`],
    by: (running) => running.request({ path: '/api/v1/nodes/traffic:10250/proxy/healthz', withinMs: 2_000 }),
  },
  'a service that requests are passed on to': {
    // Whether a service stands for itself or for what is behind it is left open too.
    addresses: async () => [`${service}:80`, `${pod}:80`],
    by: (running) =>
      running.request({ path: '/api/v1/namespaces/default/services/traffic:80/proxy/', withinMs: 2_000 }),
  },
}

rule(
  {
    id: 'egress.name.open-traffic',
    level: 'UNSPECIFIED',
    says: 'Which traffic beside that of issuers the selections carry is not said.',
    source: {
      document: 1,
      section: 'EgressSelectorConfiguration',
      row: 'EgressSelection.name, traffic of controlplane and cluster',
    },
    limitMs: 40_000,
  },
  () => {
    test.for(stimuli)('observes what carries the connection with %s', async ({ addresses, by }, check) => {
      const running = await server()
      await prepared(running)
      const wanted = await addresses()
      const carriers = async (): Promise<readonly string[]> => {
        const all = await proxies()
        return selections.filter((name) => dialled(all[name]).some((address) => wanted.includes(address)))
      }
      await until(
        async () => {
          await by(running).catch(() => {})
          return (await carriers()).length > 0
        },
        { withinMs: dialledWithinMs, what: `a proxy was asked for ${wanted.join(' or ')}` },
      ).catch(() => {})
      observe(check, await carriers())
    })
  },
)

function observe(check: CheckContext, carriers: readonly string[]): void {
  check.observe('carried by', carriers.length === 0 ? 'no selection' : carriers.join(', '))
}

let objects: Promise<unknown> | undefined

/** Makes the objects that the stimuli need. */
function prepared(running: ApiServer): Promise<unknown> {
  objects ??= makeObjects(running)
  return objects
}

async function makeObjects(running: ApiServer): Promise<void> {
  const { admission } = await peers()
  const webhook = admission.webhook('traffic')
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]
  await createObject(running, '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations', {
    apiVersion: 'admissionregistration.orch.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'traffic' },
    webhooks: [
      {
        name: 'traffic.example.org',
        clientConfig: {
          url: webhook.url,
          caBundle: Buffer.from(admission.certificateAuthority).toString('base64'),
        },
        rules,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  await createObject(running, '/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'traffic' },
    status: { addresses: [{ type: 'InternalIP', address: node }] },
  })
  const metadata = { name: 'traffic', namespace: 'default' }
  const ports = [{ name: 'http', port: 80 }]
  await createObject(running, '/api/v1/namespaces/default/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { clusterIP: service, ports },
  })
  // Not every server needs to be told what is behind a service.
  await running.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/endpoints',
    body: { apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [{ addresses: [{ ip: pod }], ports }] },
  })
}

async function askAdmission(running: ApiServer): Promise<void> {
  await running.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'traffic-' } },
  })
}
