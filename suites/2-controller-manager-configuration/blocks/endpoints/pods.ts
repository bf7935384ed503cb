import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'
import { putObject } from '../fixture.ts'

/**
 * Creates a service and the given number of ready endpoint pods on an existing node. The pods are created before the
 * service.
 */
export function serviceWithPods(
  api: ApiServer,
  name: string,
  podCount: number,
  extraFields: object = {},
): void {
  const nodeName = `node-of-${name}`
  putObject(api, { apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName } })
  for (let number = 1; number <= podCount; number++) addPod(api, name, number)
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { selector: { app: name }, ports: [{ port: 80, targetPort: 80 }], ...extraFields },
  })
}

/** State of a pod that differs from the usual state. */
export interface PodState {
  /** Default: true. */
  readonly isReady?: boolean
  /** Default: an address with the number of the pod. */
  readonly ips?: readonly string[]
  /** Default: the labels that the service selects. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Adds a pod behind a service. */
export function addPod(api: ApiServer, service: string, number: number, state: PodState = {}): void {
  const { isReady = true, ips = [`192.0.2.${number}`], labels = { app: service } } = state
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${service}-${number}`, namespace: 'default', labels },
    spec: {
      nodeName: `node-of-${service}`,
      containers: [{ name: 'main', image: 'judged.example/main' }],
    },
    status: {
      phase: 'Running',
      podIP: ips[0],
      podIPs: ips.map((ip) => ({ ip })),
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
    },
  })
}

/** Sets the readiness of a pod. */
export function setReady(api: ApiServer, service: string, number: number, isReady: boolean): void {
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }]
  api.hand.patch({ resource: 'pods', name: `${service}-${number}` }, { status: { conditions } })
}

/** Removes a pod immediately. */
export function removePod(api: ApiServer, service: string, number: number): void {
  api.hand.remove({ resource: 'pods', name: `${service}-${number}` })
}

/** Creates a service without a selector, and its endpoints. */
export function putMirroredService(api: ApiServer, name: string, subsets: readonly object[]): void {
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { ports: [{ port: 80, targetPort: 80 }] },
  })
  putObject(api, {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace: 'default' },
    subsets,
  })
}

/** Returns one subset with the given number of addresses. */
export function subsetsOf(addresses: number): object[] {
  const allAddresses = Array.from({ length: addresses }, (_, index) => ({ ip: `198.51.100.${index + 1}` }))
  return [{ addresses: allAddresses, ports: [{ port: 80, protocol: 'TCP' }] }]
}

/** Returns the number of endpoints in each slice of a service, in descending order. */
export function sliceSizes(api: ApiServer, service: string): number[] {
  return api.hand
    .list('endpointslices', 'default')
    .filter(({ metadata }) => Object.values(metadata.labels ?? {}).includes(service))
    .map((slice: ApiObject) => (Array.isArray(slice.endpoints) ? slice.endpoints.length : 0))
    .toSorted((one, other) => other - one)
}
