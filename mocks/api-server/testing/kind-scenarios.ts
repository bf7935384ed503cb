import { mergeType, strategicType } from './media-types.ts'
import type { SendRequest, ScenarioResponse } from './requests.ts'
import type { Scenario } from './scenarios.ts'

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const containers = [
  { name: 'c', image: 'x', ports: [{ containerPort: 80 }], env: [{ name: 'A', value: 'b' }] },
]
const template = { metadata: { labels }, spec: { containers } }
const runOnceTemplate = { spec: { restartPolicy: 'Never', containers } }

/** Minimal objects of each kind, by group and version and plural. */
const minimalFields: Readonly<Record<string, object>> = {
  'apps/v1/deployments': { spec: { selector, template } },
  'apps/v1/replicasets': { spec: { selector, template } },
  'apps/v1/statefulsets': { spec: { selector, template, serviceName: 's' } },
  'apps/v1/daemonsets': { spec: { selector, template } },
  'apps/v1/controllerrevisions': { revision: 1, data: { a: 'b' } },
  'v1/replicationcontrollers': { spec: { selector: labels, template } },
  'batch/v1/jobs': { spec: { template: runOnceTemplate } },
  'batch/v1/cronjobs': {
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: runOnceTemplate } } },
  },
  'v1/pods': {
    spec: { containers: [{ name: 'c', image: 'x', resources: { limits: { cpu: '1', memory: '1Gi' } } }] },
  },
  'v1/services': { spec: { selector: labels, ports: [{ port: 80 }] } },
  'v1/endpoints': { subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }] },
  'v1/secrets': { stringData: { a: 'b' } },
  'v1/serviceaccounts': {},
  'v1/resourcequotas': { spec: { hard: { pods: '4' } } },
  'v1/limitranges': { spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } },
  'v1/podtemplates': { template },
  'v1/persistentvolumeclaims': {
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'x',
      resources: { requests: { storage: '1Gi' } },
    },
  },
  'discovery.k8s.io/v1/endpointslices': {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.1.1'] }],
    ports: [{ port: 80 }],
  },
  'autoscaling/v2/horizontalpodautoscalers': {
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  },
  'policy/v1/poddisruptionbudgets': { spec: { minAvailable: 1, selector } },
  'coordination.k8s.io/v1/leases': { spec: { holderIdentity: 'me' } },
  'networking.k8s.io/v1/networkpolicies': { spec: { podSelector: {} } },
  'rbac.authorization.k8s.io/v1/roles': { rules: [] },
}

/** Minimal objects of kinds without namespaces. */
const minimalClusterFields: Readonly<Record<string, object>> = {
  'v1/nodes': { spec: { podCIDR: '10.2.0.0/24' }, status: { capacity: { cpu: '1' } } },
  'v1/persistentvolumes': {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
  },
  'storage.k8s.io/v1/storageclasses': { provisioner: 'example.com/p' },
  'storage.k8s.io/v1/csinodes': { spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: null }] } },
  'storage.k8s.io/v1/csidrivers': { spec: {} },
  'storage.k8s.io/v1/volumeattachments': {
    spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } },
  },
  'node.k8s.io/v1/runtimeclasses': { handler: 'x' },
  'scheduling.k8s.io/v1/priorityclasses': { value: 7 },
  'admissionregistration.k8s.io/v1/validatingadmissionpolicies': {
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
        ],
      },
      validations: [{ expression: 'true' }],
    },
  },
}

const pathOf = (kind: string, namespace?: string): string => {
  const plural = kind.slice(kind.lastIndexOf('/') + 1)
  const version = kind.slice(0, kind.lastIndexOf('/'))
  const root = version === 'v1' ? '/api/v1' : `/apis/${version}`
  return namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`
}

const kindScenario =
  (kind: string, fields: object, inNamespace: boolean): Scenario =>
  async (send: SendRequest, ns: string): Promise<readonly ScenarioResponse[]> => {
    const collectionPath = pathOf(kind, inNamespace ? ns : undefined)
    const creation = await send(`POST ${collectionPath}`, { metadata: { name: 'thing' }, ...fields })
    const labelPatch = await send(
      `PATCH ${collectionPath}/thing`,
      { metadata: { labels: { a: 'b' } } },
      mergeType,
    )
    return [
      creation,
      labelPatch,
      await send(`DELETE ${collectionPath}/thing`, {
        gracePeriodSeconds: 0,
        propagationPolicy: 'Background',
      }),
    ]
  }

/** Scenarios that create a minimal object of each kind, because controllers rely on the defaults of a real server. */
export const kindScenarios: Readonly<Record<string, Scenario>> = {
  ...Object.fromEntries(
    Object.entries(minimalFields).map(([kind, fields]) => [kind, kindScenario(kind, fields, true)]),
  ),
  ...Object.fromEntries(
    Object.entries(minimalClusterFields).map(([kind, fields]) => [kind, kindScenario(kind, fields, false)]),
  ),
  'nodes report their status by strategic merge patches': async (send) => {
    const nodesPath = '/api/v1/nodes'
    const condition = (type: string, status: string) => ({ type, status, reason: 'r', message: 'm' })
    const address = (type: string, text: string) => ({ type, address: text })
    const patch = (body: object, path = '/n/status') => send(`PATCH ${nodesPath}${path}`, body, strategicType)
    const taint = { key: 'k', effect: 'NoSchedule' }
    return [
      await send(`POST ${nodesPath}`, {
        metadata: { name: 'n' },
        status: { conditions: [condition('Ready', 'False')] },
      }),
      await patch({
        status: { conditions: [condition('Ready', 'True')], addresses: [address('InternalIP', '10.0.0.1')] },
      }),
      await patch({
        status: { addresses: [{ type: 'InternalIP', $patch: 'delete' }, address('Hostname', 'n')] },
      }),
      await patch({
        status: {
          '$setElementOrder/conditions': [{ type: 'Disk' }, { type: 'Ready' }],
          conditions: [condition('Disk', 'False')],
          images: [{ names: ['a'], sizeBytes: 1 }],
        },
      }),
      await patch({ metadata: { annotations: { a: 'b' }, labels: { c: 'd' } }, status: { images: [] } }),
      await patch(
        {
          spec: {
            taints: [taint, { ...taint, key: 'other' }],
            podCIDR: '10.3.0.0/24',
            podCIDRs: ['10.3.0.0/24'],
          },
        },
        '/n',
      ),
      await patch({ spec: { taints: [taint] } }, '/n'),
      await send(`DELETE ${nodesPath}/n`),
    ]
  },
}
