import { currentCheck, HarnessError, until } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import { pem, presentFlags, inDialectForm } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { agents } from './agents.ts'

/** Starts the server that all checks of the file share, or returns it if it already runs. */
export type ServerFixture = () => Promise<ApiServer>

/** Permits pods without a service account. */
export const withoutManagers = { '--disable-admission-plugins': 'ServiceAccount' } as const
export const leaseSeconds = 17
/** Flags of coordinated elections for every server of the group. Versions without these flags omit them. */
export const coordinationFlags = { '--coordinated-leadership-lease-duration': `${leaseSeconds}s` }

/** Server with default flags. */
export const defaultServer: ServerFixture = sharedServer(() => ({ flags: withoutManagers }))

/**
 * Server with flags for services and pods, the authority of node agents, and unused times of coordinated elections.
 */
export const configuredServer: ServerFixture = sharedServer(async () => ({
  flags: {
    '--orchlet-certificate-authority': pem('nodes-ca.crt', (await agents()).certificateAuthority),
    ...withoutManagers,
    ...presentFlags(currentCheck().dialect, 'apiserver', coordinationFlags),
    '--allow-privileged': true,
    '--service-cluster-ip-range': `${range.ipv4}.0/29,fd00:43::/112`,
    '--orch-service-node-port': apiNodePort,
    '--endpoint-reconciler-type': 'none',
    '--advertise-address': '192.0.2.7',
  },
}))

/** Range of eight addresses: the prefix before the last number, and the lowest and highest available numbers. */
export const range = { ipv4: '10.43.5', lowest: 1, highest: 6 } as const
export const apiNodePort = 30_055

/** Advertised addresses of servers, by reconciler of the endpoints. */
export const advertisedAddresses = { 'master-count': '192.0.2.8', lease: '192.0.2.9' } as const

const electionFlags = () => ({
  '--feature-gates': `${currentCheck().open('gate.coordinated-elections')}=true`,
  '--runtime-config': currentCheck().dialect.open['coordinated-elections.apis'],
})

/** Server with coordinated elections and default times. */
export const defaultElections: ServerFixture = sharedServer(() => ({
  flags: {
    ...electionFlags(),
    '--endpoint-reconciler-type': 'lease',
    '--advertise-address': advertisedAddresses.lease,
  },
}))

/** Server with coordinated elections and times that differ from the defaults. */
export const configuredElections: ServerFixture = sharedServer(() => ({
  flags: {
    ...electionFlags(),
    ...coordinationFlags,
    '--coordinated-leadership-renew-deadline': '8s',
    '--coordinated-leadership-retry-period': '1s',
    '--endpoint-reconciler-type': 'master-count',
    '--advertise-address': advertisedAddresses['master-count'],
  },
}))

// Long enough for a server to create its objects after readiness.
const madeWithinMs = 15_000

/**
 * Requests the creation of an object, in the terms of the documents. Retries until the server has created its
 * namespaces.
 */
export async function createOnServer(server: ApiServer, path: string, object: object): Promise<HttpAnswer> {
  currentCheck().needs('objects')
  const dialectBody = inDialectForm(server.dialect, object) as object
  let response: HttpAnswer | undefined
  await until(
    async () => {
      response = await server.request({ method: 'POST', path, body: dialectBody })
      return response.status !== 404
    },
    { withinMs: madeWithinMs, what: `POST ${path} found its namespace` },
  )
  if (response === undefined || response.status === 401) {
    throw new HarnessError('untestable', `POST ${path} as the administrator answered ${response?.status}`)
  }
  return response
}

/** Returns the service of the API itself, once the server has created it. */
export async function apiService(server: ApiServer): Promise<Service> {
  const path = `/api/v1/namespaces/default/services/${currentCheck().open('api.service')}`
  let service: Service | undefined
  await until(
    async () => {
      const { status, body } = await server.request({ path })
      if (status === 200) service = JSON.parse(body) as Service
      return service !== undefined
    },
    { withinMs: madeWithinMs, what: 'the API had a service' },
  )
  if (service === undefined) throw new HarnessError('untestable', 'The API has no service.')
  return service
}

/** Fields of a service that checks use. */
export interface Service {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly type: string
    readonly clusterIP?: string
    readonly clusterIPs?: readonly string[]
    readonly ports: readonly { readonly nodePort?: number }[]
  }
}

/** Returns a function that does its work once per server and shares the result. */
export function oncePerServer<T>(work: (server: ApiServer) => Promise<T>): (server: ApiServer) => Promise<T> {
  const results = new WeakMap<ApiServer, Promise<T>>()
  return (server) => {
    const pendingResult = results.get(server) ?? work(server)
    results.set(server, pendingResult)
    return pendingResult
  }
}
