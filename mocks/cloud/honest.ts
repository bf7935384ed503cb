import type { CloudCall, CloudReplies, Ingress, InstanceMetadata, Route, CallContent } from './wire.ts'

type CallHandlers = { readonly [Call in CloudCall]: (request: CallContent) => CloudReplies[Call] }

// Both address ranges are reserved for examples (RFC 5737).
const nodeAddressPrefix = '192.0.2'
const balancerAddressPrefix = '198.51.100'
const maxHosts = 250

/** In-memory cloud that has a machine for every node, and creates the requested objects. */
export class Cloud {
  readonly #routes = new Map<string, Route>()
  readonly #balancers = new Map<string, readonly Ingress[]>()
  readonly #machineNumbers = new Map<string, number>()
  readonly #removedNodes = new Set<string>()

  /** Existing routes, oldest first. */
  get routes(): readonly Route[] {
    return [...this.#routes.values()]
  }

  /** Services that have a load balancer, by namespace and name. */
  get balancers(): readonly string[] {
    return [...this.#balancers.keys()]
  }

  /** Removes the machine of a node. */
  remove(node: string): void {
    this.#removedNodes.add(node)
  }

  /** Handlers of the calls, by name. */
  readonly handlers: CallHandlers = {
    'cluster-id': () => ({ id: 'judged' }),
    'instance-exists': ({ node = '' }) => ({ exists: !this.#removedNodes.has(node) }),
    'instance-shutdown': () => ({ shutdown: false }),
    'instance-metadata': ({ node = '' }) => this.#metadata(node),
    'get-load-balancer': ({ service = '' }) => {
      const ingress = this.#balancers.get(service)
      return { exists: ingress !== undefined, ingress: ingress ?? [] }
    },
    'ensure-load-balancer': ({ service = '' }) => {
      const host = (this.#balancers.size % maxHosts) + 1
      const ingress = this.#balancers.get(service) ?? [{ ip: `${balancerAddressPrefix}.${host}` }]
      this.#balancers.set(service, ingress)
      return { ingress }
    },
    'update-load-balancer': () => ({}),
    'delete-load-balancer': ({ service = '' }) => {
      this.#balancers.delete(service)
      return {}
    },
    'list-routes': () => ({ routes: this.routes }),
    'create-route': ({ node = '', range = '' }) => {
      const name = `${node} ${range}`
      this.#routes.set(name, { name, node, range })
      return {}
    },
    'delete-route': ({ name = '' }) => {
      this.#routes.delete(name)
      return {}
    },
  }

  #metadata(node: string): InstanceMetadata {
    const machineNumber = this.#machineNumbers.get(node) ?? this.#machineNumbers.size
    this.#machineNumbers.set(node, machineNumber)
    return {
      providerID: `conformance://${node}`,
      instanceType: 'judged',
      zone: 'zone-a',
      region: 'region-a',
      addresses: [
        { type: 'InternalIP', address: `${nodeAddressPrefix}.${(machineNumber % maxHosts) + 1}` },
        { type: 'Hostname', address: node },
      ],
    }
  }
}
