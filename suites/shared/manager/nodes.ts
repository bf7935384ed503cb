import { inject } from 'vitest'
import { dialectOf } from '#kit/launch.ts'
import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'

const inDialect = (documented: string): string => dialectOf(inject('settings').target).text(documented)

/** Returns the taint of a node that no cloud has initialized yet. */
const uninitialized = () => ({
  key: inDialect('node.cloudprovider.orch.io/uninitialized'),
  value: 'true',
  effect: 'NoSchedule',
})

interface NodeSpec {
  /** True if the cloud has not initialized the node yet. */
  readonly isNew?: boolean
  readonly isReady?: boolean
  readonly podCIDR?: string
  /** Second range, in addition to `podCIDR`. */
  readonly secondCIDR?: string
}

/** Creates a node. By default, the cloud has already initialized it. */
export function createNode(
  api: ApiServer,
  name: string,
  { isNew = false, isReady = true, podCIDR, secondCIDR }: NodeSpec = {},
): void {
  api.hand.create({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    spec: {
      ...(isNew ? { taints: [uninitialized()] } : { providerID: `conformance://${name}` }),
      ...(podCIDR !== undefined && {
        podCIDR,
        podCIDRs: [podCIDR, ...(secondCIDR === undefined ? [] : [secondCIDR])],
      }),
    },
    status: {
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'Unknown' }],
      addresses: [{ type: 'InternalIP', address: '192.0.2.250' }],
    },
  })
}

/** Creates a service that requires a load balancer. */
export function createService(api: ApiServer, name: string): void {
  const service: ApiObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { type: 'LoadBalancer', selector: { app: name }, ports: [{ port: 80 }] },
  }
  api.hand.create(service)
}
