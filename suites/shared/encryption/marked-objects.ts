import { randomBytes } from 'node:crypto'
import { currentCheck, expect } from '#kit'
import { inDialectForm } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { createObject } from '../objects.ts'

/** A resource type whose objects can contain a secret text. */
export interface ResourceType {
  /** Name in a resource list. */
  readonly resource: string
  readonly apiVersion: string
  readonly kind: string
  /** True if its objects are in a namespace. Default: true. */
  readonly namespaced?: boolean
  /** Members that the type requires. */
  readonly members?: object
}

/** Object with a unique secret text. */
export interface MarkedObject {
  readonly type: ResourceType
  /** Name that no other key of the store contains. */
  readonly name: string
  readonly path: string
  /** The secret text. */
  readonly secret: string
}

const selector = { matchLabels: { app: 'one' } }
const template = {
  metadata: { labels: selector.matchLabels },
  spec: { containers: [{ name: 'one', image: 'example.com/one' }], restartPolicy: 'Always' },
}
const neverRestarting = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } }

/** Resource types by the name of the resource. Names with a dot belong to groups. */
export const resourceTypes = {
  secrets: { resource: 'secrets', apiVersion: 'v1', kind: 'Secret' },
  configmaps: { resource: 'configmaps', apiVersion: 'v1', kind: 'ConfigMap' },
  serviceaccounts: { resource: 'serviceaccounts', apiVersion: 'v1', kind: 'ServiceAccount' },
  limitranges: {
    resource: 'limitranges',
    apiVersion: 'v1',
    kind: 'LimitRange',
    members: { spec: { limits: [] } },
  },
  persistentvolumeclaims: {
    resource: 'persistentvolumeclaims',
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    members: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  },
  persistentvolumes: {
    resource: 'persistentvolumes',
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    namespaced: false,
    members: {
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/one' } },
    },
  },
  deployments: {
    resource: 'deployments.apps',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    members: { spec: { replicas: 0, selector, template } },
  },
  replicasets: {
    resource: 'replicasets.apps',
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    members: { spec: { replicas: 0, selector, template } },
  },
  statefulsets: {
    resource: 'statefulsets.apps',
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    members: { spec: { replicas: 0, serviceName: 'one', selector, template } },
  },
  daemonsets: {
    resource: 'daemonsets.apps',
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    members: { spec: { selector, template } },
  },
  cronjobs: {
    resource: 'cronjobs.batch',
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    members: {
      spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: { spec: { template: neverRestarting } } },
    },
  },
  jobs: {
    resource: 'jobs.batch',
    apiVersion: 'batch/v1',
    kind: 'Job',
    members: { spec: { parallelism: 0, template: neverRestarting } },
  },
  roles: {
    resource: 'roles.rbac.authorization.orch.io',
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'Role',
    members: { rules: [] },
  },
  rolebindings: {
    resource: 'rolebindings.rbac.authorization.orch.io',
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'RoleBinding',
    members: { roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'one' } },
  },
  poddisruptionbudgets: {
    resource: 'poddisruptionbudgets.policy',
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    members: { spec: { selector } },
  },
  runtimeclasses: {
    resource: 'runtimeclasses.node.orch.io',
    apiVersion: 'node.orch.io/v1',
    kind: 'RuntimeClass',
    namespaced: false,
    members: { handler: 'one' },
  },
  storageclasses: {
    resource: 'storageclasses.storage.orch.io',
    apiVersion: 'storage.orch.io/v1',
    kind: 'StorageClass',
    namespaced: false,
    members: { provisioner: 'example.com/one' },
  },
  ingressclasses: {
    resource: 'ingressclasses.networking.orch.io',
    apiVersion: 'networking.orch.io/v1',
    kind: 'IngressClass',
    namespaced: false,
    members: { spec: { controller: 'example.com/one' } },
  },
  networkpolicies: {
    resource: 'networkpolicies.networking.orch.io',
    apiVersion: 'networking.orch.io/v1',
    kind: 'NetworkPolicy',
    members: { spec: { podSelector: {} } },
  },
  ingresses: {
    resource: 'ingresses.networking.orch.io',
    apiVersion: 'networking.orch.io/v1',
    kind: 'Ingress',
    members: { spec: { defaultBackend: { service: { name: 'one', port: { number: 80 } } } } },
  },
} as const satisfies Readonly<Record<string, ResourceType>>

/** Returns a custom resource type, `<plural>.<group>`, for `defineResourceType`. */
export function customResourceType(resource: string): ResourceType {
  const [plural = '', ...group] = resource.split('.')
  return { resource, apiVersion: `${group.join('.')}/v1`, kind: `Custom${plural}` }
}

/** Adds a custom resource type to a running server. The server may take a moment to serve its objects. */
export async function defineResourceType(
  server: ApiServer,
  { resource, apiVersion, kind }: ResourceType,
): Promise<void> {
  currentCheck().needs('custom-resources')
  const [plural = '', ...group] = resource.split('.')
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  await createObject(server, '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.orch.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: resource },
    spec: {
      group: group.join('.'),
      scope: 'Namespaced',
      names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [{ name: apiVersion.split('/')[1], served: true, storage: true, schema }],
    },
  })
}

const annotation = 'conformance.example/secret'

/** Creates an object with a secret text, of the given resource type. */
export async function createMarked(server: ApiServer, type: ResourceType): Promise<MarkedObject> {
  const object = newMarked(type)
  await createObject(server, collectionOf(type), withMark(object, { metadata: { name: object.name } }))
  return object
}

function newMarked(type: ResourceType): MarkedObject {
  if (type.resource.includes('.')) currentCheck().needs('objects-of-groups')
  const name = `marked-${randomBytes(8).toString('hex')}`
  return { type, name, path: `${collectionOf(type)}/${name}`, secret: newSecret() }
}

/** Requests the creation of an object with a secret text, which the server may refuse to store. */
export async function createMarkedObject(
  server: ApiServer,
  type: ResourceType,
): Promise<{ readonly object: MarkedObject; readonly status: number }> {
  const object = newMarked(type)
  const dialectBody = inDialectForm(
    server.dialect,
    withMark(object, { metadata: { name: object.name } }),
  ) as object
  const { status } = await server.request({ method: 'POST', path: collectionOf(type), body: dialectBody })
  return { object, status }
}

/** Replaces the secret text of an object. */
export async function updateMark(server: ApiServer, object: MarkedObject): Promise<MarkedObject> {
  const updatedObject = { ...object, secret: newSecret() }
  const readResponse = await server.request({ path: object.path })
  expect(readResponse.status, `the status of GET ${object.path}`).toBe(200)
  const updatedBody = withMark(updatedObject, JSON.parse(readResponse.body) as NamedObject)
  const updateResponse = await server.request({ method: 'PUT', path: object.path, body: updatedBody })
  expect(
    updateResponse.status,
    `the status of PUT ${object.path}: ${updateResponse.body.slice(0, 300)}`,
  ).toBe(200)
  return updatedObject
}

/** Returns the response of a server for an object: its status, and whether it contains the secret text. */
export async function readMarked(
  server: ApiServer,
  { path, secret }: MarkedObject,
): Promise<{ readonly status: number; readonly tells: boolean }> {
  const { status, body } = await server.request({ path })
  return { status, tells: body.includes(secret) }
}

interface NamedObject {
  readonly metadata: { readonly name: string; readonly annotations?: object }
}

function withMark({ type, secret }: MarkedObject, object: NamedObject): object {
  const annotations = { ...object.metadata.annotations, [annotation]: secret }
  const { apiVersion, kind, members = {} } = type
  return { apiVersion, kind, ...members, ...object, metadata: { ...object.metadata, annotations } }
}

function newSecret(): string {
  return `secret-${randomBytes(16).toString('hex')}`
}

/** Returns the path of the objects of a type, in the default namespace if they are in one. */
export function collectionOf({ apiVersion, resource, namespaced = true }: ResourceType): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${root}${namespaced ? '/namespaces/default' : ''}/${resource.split('.')[0]}`
}
