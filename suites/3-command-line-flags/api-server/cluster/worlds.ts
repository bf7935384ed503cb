import { currentCheck } from '#harness/check/context.ts'
import { presentFlags } from '#harness/dialect/lacks.ts'
import { spell } from '#harness/dialect/spell.ts'
import { HarnessError } from '#harness/errors.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import type { HttpAnswer } from '#harness/client/https.ts'
import { until } from '#harness/machine/until.ts'
import { pem } from '#harness/launch/flags.ts'
import { sharedServer } from '../../../shared/api-server.ts'
import { agents } from './agents.ts'

/** A server for all checks of the file, or the one that runs already. */
export type World = () => Promise<ApiServer>

/** Pods are made here without anybody that they run as. */
export const unattended = { '--disable-admission-plugins': 'ServiceAccount' } as const
export const leaseSeconds = 17
/** The flags of coordinated elections that every server here takes, or leaves out where its version lacks them. */
export const coordinated = { '--coordinated-leadership-lease-duration': `${leaseSeconds}s` }

/** With what servers have unless a flag says otherwise. */
export const usual: World = sharedServer(() => ({ flags: unattended }))

/** With flags about services and pods, the authority of node agents, and times of coordinated elections that nobody asked for. */
export const given: World = sharedServer(async () => ({
  flags: {
    '--orchlet-certificate-authority': pem('nodes-ca.crt', (await agents()).certificateAuthority),
    ...unattended,
    ...presentFlags(currentCheck().dialect, 'apiserver', coordinated),
    '--allow-privileged': true,
    '--service-cluster-ip-range': `${range.ipv4}.0/29,fd00:43::/112`,
    '--orch-service-node-port': apiNodePort,
    '--endpoint-reconciler-type': 'none',
    '--advertise-address': '192.0.2.7',
  },
}))

/** The range of eight addresses: what stands before the last number, and the lowest and highest that anybody can have. */
export const range = { ipv4: '10.43.5', lowest: 1, highest: 6 } as const
export const apiNodePort = 30_055

/** Where servers say that they are, by who keeps the endpoints. */
export const advertised = { 'master-count': '192.0.2.8', lease: '192.0.2.9' } as const

const electing = () => ({
  '--feature-gates': `${currentCheck().open('gate.coordinated-elections')}=true`,
  '--runtime-config': currentCheck().dialect.open['coordinated-elections.apis'],
})

/** With coordinated elections of usual times. */
export const usualElections: World = sharedServer(() => ({
  flags: {
    ...electing(),
    '--endpoint-reconciler-type': 'lease',
    '--advertise-address': advertised.lease,
  },
}))

/** With coordinated elections of other times. */
export const givenElections: World = sharedServer(() => ({
  flags: {
    ...electing(),
    ...coordinated,
    '--coordinated-leadership-renew-deadline': '8s',
    '--coordinated-leadership-retry-period': '1s',
    '--endpoint-reconciler-type': 'master-count',
    '--advertise-address': advertised['master-count'],
  },
}))

// Servers make what is theirs after they became ready.
const madeWithinMs = 15_000

/** Asks for an object to be made, in the documents' words; the namespaces of the server may take a moment. */
export async function make(server: ApiServer, path: string, object: object): Promise<HttpAnswer> {
  currentCheck().needs('objects')
  const body = spell(server.dialect, object) as object
  let answer: HttpAnswer | undefined
  await until(
    async () => {
      answer = await server.request({ method: 'POST', path, body })
      return answer.status !== 404
    },
    { withinMs: madeWithinMs, what: `POST ${path} found its namespace` },
  )
  if (answer === undefined || answer.status === 401) {
    throw new HarnessError('untestable', `POST ${path} as the administrator answered ${answer?.status}`)
  }
  return answer
}

/** The service of the API itself, once the server has made it. */
export async function apiService(server: ApiServer): Promise<Service> {
  const path = `/api/v1/namespaces/default/services/${currentCheck().open('api.service')}`
  let found: Service | undefined
  await until(
    async () => {
      const { status, body } = await server.request({ path })
      if (status === 200) found = JSON.parse(body) as Service
      return found !== undefined
    },
    { withinMs: madeWithinMs, what: 'the API had a service' },
  )
  if (found === undefined) throw new HarnessError('untestable', 'The API has no service.')
  return found
}

/** A service as far as checks look at it. */
export interface Service {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly type: string
    readonly clusterIP?: string
    readonly clusterIPs?: readonly string[]
    readonly ports: readonly { readonly nodePort?: number }[]
  }
}

/** Does something once for a server, whoever asks for it first. */
export function once<T>(work: (server: ApiServer) => Promise<T>): (server: ApiServer) => Promise<T> {
  const done = new WeakMap<ApiServer, Promise<T>>()
  return (server) => {
    const known = done.get(server) ?? work(server)
    done.set(server, known)
    return known
  }
}
