import type { ApiObject } from '#mocks/api-server/index.ts'

const template = (name: string) => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'main', image: 'none' }] },
})

/** A deployment that nobody has worked on: its controller makes a replica set of it. */
export function deployment(name: string): ApiObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: template(name) },
  }
}

/** A replica set that nobody owns: its controller makes a pod of it. */
export function replicaSet(name: string): ApiObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default' },
    spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: template(name) },
  }
}

/** A service with a selector: its controller makes endpoints of it. */
export function service(name: string): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { selector: { app: name }, ports: [{ port: 80 }] },
  }
}
