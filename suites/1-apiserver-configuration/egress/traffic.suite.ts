import { formerly, type NamedCases, type CheckContext, rulesOf, says, test, until } from '#kit'
import { file } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../shared/api-server.ts'
import {
  authorizationConfiguration,
  clientConfigFile,
  webhookEntry,
} from '../../shared/authorization/configuration.ts'
import { Caller } from '../../shared/authorization/callers.ts'
import { connectionTo, dialedAddresses, egressFlag, sharedProxies } from './configuration.ts'
import { tracingFlag } from '../../shared/tracing/server.ts'
import { addresses, requestAdmission, createAdmissionObjects } from './traffic-objects.ts'
import { trafficPeers } from './traffic-peers.ts'

const { unspecified } = rulesOf({
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  limitMs: 40_000,
})

const selections = ['controlplane', 'cluster', 'etcd'] as const
const proxies = sharedProxies({ controlplane: {}, cluster: {}, etcd: {} })
const sharedPeers = trafficPeers()
const dialledWithinMs = 5_000

const server = sharedServer(async () => {
  const [running, { authorizers, tokens, collector, admission }] = [await proxies(), await sharedPeers()]
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

/** Case of traffic: an action that makes a server connect to an address. */
interface TrafficCase {
  readonly places: () => Promise<readonly string[]>
  readonly action: (server: ApiServer) => Promise<unknown>
}

const hostOf = (url: string): string => new URL(url).host

const trafficCases: NamedCases<TrafficCase> = {
  'an authorization webhook': {
    places: async () => [hostOf((await sharedPeers()).authorizers.url)],
    // The administrator may not need an authorizer's decision.
    action: async (running) => Caller.of(running, 'visitor').send('/version'),
  },
  'a token webhook': {
    places: async () => [hostOf((await sharedPeers()).tokens.url)],
    action: (running) => running.request({ path: '/healthz', token: 'opaque' }),
  },
  'the collector of traces': {
    places: async () => [(await sharedPeers()).collector.endpoint],
    action: (running) => running.request({ path: '/healthz' }),
  },
  'an admission webhook with a url': {
    places: async () => [hostOf((await sharedPeers()).admission.url)],
    action: requestAdmission,
  },
  'a node to which requests are proxied': formerly('a node that requests are passed on to', {
    places: async () => [`${addresses.node}:10250`],
    action: (running) =>
      running.request({ path: '/api/v1/nodes/traffic:10250/proxy/healthz', withinMs: 2_000 }),
  }),
  'a service to which requests are proxied': formerly('a service that requests are passed on to', {
    // The documents leave open whether the server dials a service or its endpoints.
    places: async () => [`${addresses.service}:80`, `${addresses.pod}:80`],
    action: (running) =>
      running.request({ path: '/api/v1/namespaces/default/services/traffic:80/proxy/', withinMs: 2_000 }),
  }),
}

unspecified(
  'egress.name.open-traffic',
  { row: 'EgressSelection.name', aspect: 'traffic of controlplane and cluster' },
  () => {
    says('Unspecified: which other traffic than that of issuers the selections apply to.')
    test.for(trafficCases)(
      {
        title: 'records the route of the connection with %s',
        id: 'observes what carries the connection with %s',
      },
      async ({ places, action }, check) => {
        const apiServer = await server()
        await prepareObjects(apiServer)
        const destinations = await places()
        const findCarriers = async (): Promise<readonly string[]> => {
          const startedProxies = await proxies()
          return selections.filter((name) =>
            dialedAddresses(startedProxies[name]).some((address) => destinations.includes(address)),
          )
        }
        await until(
          async () => {
            await action(apiServer).catch(() => {})
            return (await findCarriers()).length > 0
          },
          { withinMs: dialledWithinMs, what: `a proxy was asked for ${destinations.join(' or ')}` },
        ).catch(() => {})
        observeCarriers(check, await findCarriers())
      },
    )
  },
)

function observeCarriers(check: CheckContext, carriers: readonly string[]): void {
  check.observe('carried by', carriers.length === 0 ? 'no selection' : carriers.join(', '))
}

let objects: Promise<unknown> | undefined

/** Creates the objects that the actions need. */
function prepareObjects(running: ApiServer): Promise<unknown> {
  objects ??= sharedPeers().then(({ admission }) => createAdmissionObjects(running, admission))
  return objects
}
