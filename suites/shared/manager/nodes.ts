import { inject } from 'vitest'
import { dialectOf } from '#harness/target/dialects.ts'
import type { ApiObject, ApiServer } from '#mocks/api-server/index.ts'

const spelled = (documented: string): string => dialectOf(inject('settings').target).text(documented)

/** Marks a node that no cloud has told of yet. */
const uninitialized = () => ({
  key: spelled('node.cloudprovider.orch.io/uninitialized'),
  value: 'true',
  effect: 'NoSchedule',
})

interface NodeSpec {
  /** Whether the cloud has not told of it yet. */
  readonly isNew?: boolean
  readonly isReady?: boolean
  readonly podCIDR?: string
}

/** Puts a node there; an old one is known to the cloud already. */
export function giveNode(
  api: ApiServer,
  name: string,
  { isNew = false, isReady = true, podCIDR }: NodeSpec = {},
): void {
  api.hand.create({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    spec: {
      ...(isNew ? { taints: [uninitialized()] } : { providerID: `conformance://${name}` }),
      ...(podCIDR !== undefined && { podCIDR, podCIDRs: [podCIDR] }),
    },
    status: {
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'Unknown' }],
      addresses: [{ type: 'InternalIP', address: '192.0.2.250' }],
    },
  })
}

/** Puts a service there that asks for a load balancer. */
export function giveService(api: ApiServer, name: string): void {
  const service: ApiObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { type: 'LoadBalancer', selector: { app: name }, ports: [{ port: 80 }] },
  }
  api.hand.create(service)
}
