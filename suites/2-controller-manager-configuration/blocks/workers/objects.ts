import type { ApiObject } from '#mocks/api-server/index.ts'

const labels = { app: 'judged' }
const container = { name: 'main', image: 'judged.example/main' }
const template = { metadata: { labels }, spec: { containers: [container] } }
const selector = { matchLabels: labels }
const jobTemplate = { spec: { containers: [container], restartPolicy: 'Never' } }

type MakeObject = (name: string, namespace: string) => ApiObject

const apps =
  (kind: string, spec: object): MakeObject =>
  (name, namespace) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace, labels },
    spec: { selector, template, ...spec },
  })

/** Returns the time of a past event, longer ago than any schedule of minutes. */
const minutesAgo = (minutes: number) =>
  `${new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19)}Z`

/** Objects that each require one action of their controller. */
export const objectsByKind = {
  deployment: apps('Deployment', { replicas: 1 }),
  replicaSet: apps('ReplicaSet', { replicas: 1 }),
  daemonSet: apps('DaemonSet', {}),
  statefulSet: apps('StatefulSet', { replicas: 1, serviceName: 'judged' }),
  replicationController: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name, namespace },
    spec: { replicas: 1, selector: labels, template },
  }),
  job: (name, namespace) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace },
    spec: { parallelism: 1, completions: 1, template: jobTemplate },
  }),
  finishedJob: (name, namespace) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace },
    spec: { parallelism: 1, completions: 1, ttlSecondsAfterFinished: 0, template: jobTemplate },
    status: {
      startTime: minutesAgo(3),
      completionTime: minutesAgo(2),
      succeeded: 1,
      conditions: [
        { type: 'Complete', status: 'True', lastTransitionTime: minutesAgo(2), lastProbeTime: minutesAgo(2) },
      ],
    },
  }),
  cronJob: (name, namespace) => ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name, namespace },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: jobTemplate } } },
    status: { lastScheduleTime: minutesAgo(5) },
  }),
  service: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { selector: labels, ports: [{ port: 80, targetPort: 80 }] },
  }),
  bareService: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { ports: [{ port: 80, targetPort: 80 }] },
  }),
  endpoints: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace },
    subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80, protocol: 'TCP' }] }],
  }),
  podWithEphemeralVolume: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: {
      containers: [container],
      volumes: [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: claimSpec } } }],
    },
  }),
  orphan: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace,
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: `gone-${name}`, uid: `uid-of-${name}` }],
    },
  }),
  autoscaler: (name, namespace) => ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
        },
      ],
    },
  }),
  quota: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name, namespace },
    spec: { hard: { pods: '10' } },
  }),
  wrongQuota: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name, namespace },
    spec: { hard: { pods: '10' } },
    status: { hard: { pods: '10' }, used: { pods: '7' } },
  }),
  account: (name, namespace) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }),
  tokenSecret: (name, namespace) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'orch.io/service-account-token',
    metadata: { name, namespace, annotations: { 'orch.io/service-account.name': name } },
  }),
  policy: (name) => ({
    apiVersion: 'admissionregistration.orch.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
        ],
      },
      validations: [{ expression: 'true' }],
    },
  }),
} as const satisfies Record<string, MakeObject>

const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
}
