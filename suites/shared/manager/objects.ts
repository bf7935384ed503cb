import type { ApiObject } from '#mocks/api-server/index.ts'

const template = (name: string) => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'main', image: 'none' }] },
})

/** Returns a deployment without a replica set, which its controller creates. */
export function deployment(name: string): ApiObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: template(name) },
  }
}

/** Returns a replica set without an owner. Its controller creates a pod. */
export function replicaSet(name: string): ApiObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default' },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: template(name) },
  }
}

/** Returns a service with a selector. Its controller creates endpoints. */
export function service(name: string): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { selector: { app: name }, ports: [{ port: 80 }] },
  }
}
