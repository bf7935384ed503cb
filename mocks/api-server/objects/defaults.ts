import { type ApiObject, isRecord, recordAt } from '../model/object.ts'
import { mapItems, fillDefaults } from './fill.ts'
import { withPodDefaults, withTemplateDefaults } from './pod-defaults.ts'
import { networkDefaults } from './network-defaults.ts'
import { storageDefaults } from './storage-defaults.ts'

type Fields = Readonly<Record<string, unknown>>

/** Adds the defaults that controllers rely on. Without them, controllers exit or do nothing. */
export function withDefaults(object: ApiObject): ApiObject {
  return defaultsByKind[object.kind ?? '']?.(object) ?? object
}

const withSpecDefaults = (defaults: Fields) => (object: ApiObject) => fillDefaults(object, { spec: defaults })

/** Fills the spec and the status, and the pod template in the spec. */
const withWorkloadDefaults = (defaults: Fields, status: Fields) => (object: ApiObject) => {
  const filledObject = fillDefaults(object, { spec: defaults, status })
  const filledSpec = recordAt(filledObject, 'spec')
  return isRecord(filledSpec.template)
    ? { ...filledObject, spec: { ...filledSpec, template: withTemplateDefaults(filledSpec.template) } }
    : filledObject
}

const withRollingUpdate = (field: string, rollingUpdate: Fields) => (object: ApiObject) => {
  const strategy = recordAt(object.spec, field)
  const isRollingUpdate = (strategy.type ?? 'RollingUpdate') === 'RollingUpdate'
  return fillDefaults(object, {
    spec: { [field]: { type: 'RollingUpdate', ...(isRollingUpdate && { rollingUpdate }) } },
  })
}

const defaultsByKind: Readonly<Record<string, (object: ApiObject) => ApiObject>> = {
  ...networkDefaults,
  ...storageDefaults,
  Pod: withPodDefaults,
  PodTemplate: (object) => ({ ...object, template: withTemplateDefaults(recordAt(object, 'template')) }),
  Namespace: (object) =>
    fillDefaults(object, {
      metadata: { labels: { 'kubernetes.io/metadata.name': object.metadata?.name ?? '' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    }),
  Node: (object) => {
    const { podCIDR } = recordAt(object, 'spec')
    const { capacity } = recordAt(object, 'status')
    return fillDefaults(object, {
      spec: podCIDR === undefined ? {} : { podCIDRs: [podCIDR] },
      status: {
        ...(capacity !== undefined && { allocatable: capacity }),
        daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      },
    })
  },
  Deployment: (object) =>
    withWorkloadDefaults(
      { replicas: 1, progressDeadlineSeconds: 600, revisionHistoryLimit: 10 },
      {},
    )(withRollingUpdate('strategy', { maxSurge: '25%', maxUnavailable: '25%' })(object)),
  ReplicaSet: withWorkloadDefaults({ replicas: 1 }, { replicas: 0 }),
  ReplicationController: (object) => {
    const labels = recordAt(recordAt(recordAt(object.spec, 'template'), 'metadata'), 'labels')
    return withWorkloadDefaults(
      { replicas: 1, selector: labels },
      { replicas: 0 },
    )(fillDefaults(object, { metadata: { labels } }))
  },
  StatefulSet: (object) =>
    withWorkloadDefaults(
      {
        replicas: 1,
        podManagementPolicy: 'OrderedReady',
        revisionHistoryLimit: 10,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      },
      { replicas: 0, availableReplicas: 0 },
    )(withRollingUpdate('updateStrategy', { partition: 0 })(object)),
  DaemonSet: (object) =>
    withWorkloadDefaults(
      { revisionHistoryLimit: 10 },
      { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 },
    )(
      fillDefaults(withRollingUpdate('updateStrategy', { maxSurge: 0, maxUnavailable: 1 })(object), {
        metadata: { annotations: { 'deprecated.daemonset.template.generation': '1' } },
      }),
    ),
  Job: (object) => {
    const { completions, parallelism } = recordAt(object, 'spec')
    const isSinglePod = completions === undefined && parallelism === undefined
    const defaults = {
      ...(isSinglePod && { completions: 1 }),
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: 'TerminatingOrFailed',
    }
    return withWorkloadDefaults(defaults, {})(object)
  },
  CronJob: (object) => {
    const jobTemplate = recordAt(object.spec, 'jobTemplate')
    const jobSpec = recordAt(jobTemplate, 'spec')
    const template = withTemplateDefaults(recordAt(jobSpec, 'template'))
    const defaults = { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3 }
    const filledObject = withSpecDefaults({ ...defaults, failedJobsHistoryLimit: 1 })(object)
    return {
      ...filledObject,
      spec: {
        ...recordAt(filledObject, 'spec'),
        jobTemplate: { metadata: {}, ...jobTemplate, spec: { ...jobSpec, template } },
      },
    }
  },
  PodDisruptionBudget: (object) =>
    fillDefaults(object, {
      status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
    }),
  HorizontalPodAutoscaler: (object) =>
    fillDefaults(object, {
      spec: {
        minReplicas: 1,
        ...(object.apiVersion === 'autoscaling/v2' && {
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
            },
          ],
        }),
      },
      status: { desiredReplicas: 0 },
    }),
  PriorityClass: (object) => fillDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }),
  Secret: encodeSecret,
  ValidatingAdmissionPolicy: (object) => {
    const filledObject = withSpecDefaults({
      failurePolicy: 'Fail',
      matchConstraints: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
    })(object)
    const filledSpec = recordAt(filledObject, 'spec')
    const constraints = recordAt(filledSpec, 'matchConstraints')
    const rules = mapItems(constraints.resourceRules, (rule) => fillDefaults(rule, { scope: '*' }))
    return {
      ...filledObject,
      spec: { ...filledSpec, matchConstraints: { ...constraints, ...(rules && { resourceRules: rules }) } },
    }
  },
}

/** Moves the plain values of `stringData` to `data`, encoded in base64. */
function encodeSecret(object: ApiObject): ApiObject {
  const { stringData, ...rest } = object
  const encodedEntries = Object.entries(isRecord(stringData) ? stringData : {}).map(([name, text]) => [
    name,
    Buffer.from(String(text)).toString('base64'),
  ])
  const data = { ...recordAt(rest, 'data'), ...Object.fromEntries(encodedEntries) }
  return { ...rest, ...(Object.keys(data).length > 0 && { data }), type: rest.type ?? 'Opaque' }
}
