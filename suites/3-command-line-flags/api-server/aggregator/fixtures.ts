import { shared, until } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import { type Flags, inDialectForm, pem } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { ServedApi } from '#mocks/aggregated-api-server/index.ts'
import type { ListenerOptions } from '#mocks/http/index.ts'
import { issueClient } from '#mocks/tls/index.ts'
import { configurationFlag } from '../../../shared/configuration/kinds.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { createObject } from '../../../shared/objects.ts'
import { proxyClientFlags } from '../proxy-client.ts'

/** Common name of the certificate that servers present to aggregated servers. */
export const aggregatorClient = 'api-server-towards-aggregated-ones'

/** Registered addresses of the aggregated server. No host has these addresses; the proxy connects both to the peer. */
export const places = { service: '10.0.0.50:443', endpoint: '192.0.2.20:443' } as const

const group = 'things.example.org'

/** Aggregated server with its proxy. */
export interface AggregatorPeers {
  readonly api: ServedApi
  /** Returns the addresses that servers dialled to reach the aggregated server. */
  readonly dialledAddresses: () => readonly string[]
}

/** Returns an aggregated server behind a tunnel proxy. Only one API server uses them. */
function sharedPeers(listening: ListenerOptions) {
  return shared(
    async () => {
      const [{ startAggregatedApiServers }, { startTunnelProxy }] = await Promise.all([
        import('#mocks/aggregated-api-server/index.ts'),
        import('#mocks/tunnel-proxy/index.ts'),
      ])
      const [host, tunnel] = await Promise.all([startAggregatedApiServers(listening), startTunnelProxy()])
      for (const clusterAddress of Object.values(places)) tunnel.name(clusterAddress, new URL(host.url).host)
      return { host, tunnel }
    },
    ({ host, tunnel }) => Promise.all([host.stop(), tunnel.stop()]),
  )
}

/** Running server with its peers. */
export interface AggregatorFixture extends AggregatorPeers {
  readonly server: ApiServer
}

/** Returns one server with the given flags and an API that another server provides. */
function aggregatorFixture(
  flags: () => Promise<Flags> | Flags,
  listening: ListenerOptions = {},
): () => Promise<AggregatorFixture> {
  const startedPeers = sharedPeers(listening)
  const server = sharedServer(async () => {
    const { host, tunnel } = await startedPeers()
    const transport = { uds: { udsName: tunnel.socketPath } }
    const egress = {
      apiVersion: 'apiserver.orch.io/v1alpha1',
      kind: 'EgressSelectorConfiguration',
      egressSelections: [{ name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport } }],
    }
    return { peers: [host, tunnel], flags: { ...configurationFlag('egress', egress), ...(await flags()) } }
  })
  const registrations = new WeakMap<ApiServer, Promise<void>>()
  return async () => {
    const [running, { host, tunnel }] = [await server(), await startedPeers()]
    const api = host.api(group)
    const registration = registrations.get(running) ?? register(running)
    registrations.set(running, registration)
    await registration
    if (listening.clientCertificates !== 'required') await untilPassedOn(running, api)
    const dialledAddresses = () =>
      tunnel.journal.flatMap(({ address }) => (address === undefined ? [] : [address]))
    return { server: running, api, dialledAddresses }
  }
}

/** Server with a certificate for aggregated servers and otherwise default flags. */
export const defaultAggregator = aggregatorFixture(() => proxyClientFlags(aggregatorClient))

/** Server without a certificate, and with the flags for aggregated servers inverted. */
export const routingAggregator = aggregatorFixture(() => ({
  '--aggregator-reject-forwarding-redirect': false,
  '--enable-aggregator-routing': true,
}))

/** Server whose aggregated server accepts only connections with a client certificate, without a wait for it. */
export const requiringAggregator = aggregatorFixture(
  async () => {
    const client = await issueClient({ commonName: aggregatorClient })
    return {
      '--proxy-client-cert-file': pem('proxy.crt', client.certificate),
      '--proxy-client-key-file': pem('proxy.key', client.key),
    }
  },
  { clientCertificates: 'required' },
)

/** Long enough for a server to check the availability of the aggregated server twice. */
export const availableWithinMs = 30_000

async function register(server: ApiServer): Promise<void> {
  const metadata = { name: 'things', namespace: 'default' }
  const [clusterIP, ip] = [places.service, places.endpoint].map((place) => place.replace(/:.*/, ''))
  await createObject(server, '/api/v1/namespaces/default/services', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { clusterIP, ports: [{ name: 'https', port: 443 }] },
  })
  await createObject(server, '/api/v1/namespaces/default/endpoints', {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata,
    subsets: [{ addresses: [{ ip }], ports: [{ name: 'https', port: 443 }] }],
  })
  // Servers read the endpoints of a service either from slices or from Endpoints.
  const slice = {
    apiVersion: 'discovery.orch.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...metadata, labels: { 'orch.io/service-name': metadata.name } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [ip], conditions: { ready: true } }],
    ports: [{ name: 'https', port: 443, protocol: 'TCP' }],
  }
  await server.request({
    method: 'POST',
    path: '/apis/discovery.orch.io/v1/namespaces/default/endpointslices',
    body: inDialectForm(server.dialect, slice) as object,
  })
  await createObject(server, '/apis/apiregistration.orch.io/v1/apiservices', {
    apiVersion: 'apiregistration.orch.io/v1',
    kind: 'APIService',
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service: { ...metadata, port: 443 },
    },
  })
}

/** Waits until the server passes requests on to the aggregated server. */
async function untilPassedOn(server: ApiServer, api: ServedApi): Promise<void> {
  await until(async () => (await server.request({ path: api.path })).status === 200, {
    withinMs: availableWithinMs,
    what: 'a request was passed on to the aggregated server',
  })
}

/** Requests objects of the aggregated API. Only the peer uses `query`. */
export function send({ server, api }: AggregatorFixture, query = '', method = 'GET'): Promise<HttpAnswer> {
  return server.request({ method, path: `${api.path}${query}` })
}
