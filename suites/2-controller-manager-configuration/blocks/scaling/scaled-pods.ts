import { becomesTrue, expect, expectSpan } from '#kit'
import type { ApiServer } from '#mocks/api-server/index.ts'
import { reconciledWithinMs, type RequestFilter, requestsSince } from '../requests.ts'
import { putObject, documentInDialect, type ManagerFixture } from '../fixture.ts'

const target = 50
const requestedMilli = 100

/** Pod of an autoscaler: its usage per unit of the target, and its start. */
export interface ScaledPod {
  /** 1 is exactly the target. */
  readonly load: number
  /**
   * Times of a pod that was never ready: its start, and its last report after the start. By default, the pod is ready.
   */
  readonly unready?: { readonly startedAgoS: number; readonly lastChangeS: number }
  /** True if the pod became ready with its last change. */
  readonly isReady?: boolean
}

const secondsAgo = (seconds: number) => `${new Date(Date.now() - seconds * 1000).toISOString().slice(0, 19)}Z`

/** Metric that an autoscaler keeps at its target. */
export interface Target {
  readonly resource: 'cpu' | 'memory'
  readonly kind: 'Utilization' | 'AverageValue'
  /** True for the usage of one container instead of the whole pod. */
  readonly ofContainer?: boolean
}

const defaultTarget: Target = { resource: 'cpu', kind: 'Utilization' }

/** Policies of an autoscaler, without a window for scaling down, as an API server completes them. */
export const behaviorWithoutWindow = {
  scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
  scaleUp: {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
  },
} as const

/**
 * Creates a deployment with pods, and an autoscaler that keeps them at the target.
 * @param behavior policies of the autoscaler; default: none
 */
export function putScaled(
  api: ApiServer,
  namespace: string,
  pods: readonly ScaledPod[],
  scaleBy: Target = defaultTarget,
  behavior?: object,
): void {
  const labels = { app: namespace }
  const container = {
    name: 'main',
    image: 'judged.example/main',
    resources: { requests: { cpu: `${requestedMilli}m`, memory: `${requestedMilli}Mi` } },
  }
  putObject(api, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'judged', namespace },
    spec: {
      replicas: pods.length,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
    status: { replicas: pods.length },
  })
  for (const [number, { unready, isReady = unready === undefined }] of pods.entries()) {
    const startedAgoS = unready?.startedAgoS ?? 5_000
    putObject(api, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `judged-${number}`, namespace, labels },
      spec: { nodeName: 'node-a', containers: [container] },
      status: {
        phase: 'Running',
        startTime: secondsAgo(startedAgoS),
        conditions: [
          {
            type: 'Ready',
            status: isReady ? 'True' : 'False',
            lastTransitionTime: secondsAgo(startedAgoS - (unready?.lastChangeS ?? 10)),
          },
        ],
      },
    })
  }
  reportUsage(api, namespace, pods)
  putObject(api, {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'judged', namespace },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'judged' },
      minReplicas: 1,
      maxReplicas: 20,
      metrics: [metricOf(scaleBy)],
      ...(behavior && { behavior }),
    },
  })
}

/**
 * Has the metrics API return the usage of the pods from now on.
 * @returns the requests for the usage
 */
export function reportUsage(api: ApiServer, namespace: string, pods: readonly ScaledPod[]) {
  return api.on({ path: new RegExp(`/metrics\\.[^/]+/v1beta1/namespaces/${namespace}/pods$`) }, () => ({
    code: 200,
    body: metricsOf(namespace, pods, { app: namespace }),
  })).asked
}

function metricOf({ resource, kind, ofContainer = false }: Target): object {
  const unit = resource === 'cpu' ? 'm' : 'Mi'
  const targetSpec =
    kind === 'Utilization'
      ? { type: kind, averageUtilization: target }
      : { type: kind, averageValue: `${(requestedMilli * target) / 100}${unit}` }
  return ofContainer
    ? {
        type: 'ContainerResource',
        containerResource: { name: resource, container: 'main', target: targetSpec },
      }
    : { type: 'Resource', resource: { name: resource, target: targetSpec } }
}

function metricsOf(namespace: string, pods: readonly ScaledPod[], labels: object): unknown {
  return documentInDialect({
    kind: 'PodMetricsList',
    apiVersion: 'metrics.orch.io/v1beta1',
    metadata: {},
    items: pods.map(({ load }, number) => {
      const usedAmount = Math.round((load * requestedMilli * target) / 100)
      return {
        metadata: { name: `judged-${number}`, namespace, labels },
        timestamp: secondsAgo(0),
        window: '30s',
        containers: [{ name: 'main', usage: { cpu: `${usedAmount}m`, memory: `${usedAmount}Mi` } }],
      }
    }),
  })
}

/**
 * Returns the times at which the number of replicas was read and changed, either in the scale or in the scaled object.
 */
export function scaleChecks(api: ApiServer, namespace: string) {
  const requestsOfScale = (verb: RequestFilter['verb']) =>
    ['deployments/scale', 'deployments']
      .flatMap((resource) => requestsSince(api, 0, { verb, resource }))
      .filter((request) => request.namespace === namespace)
      .map(({ atMs }) => atMs)
      .toSorted((one, other) => one - other)
  return { seen: requestsOfScale('get'), changed: requestsOfScale(['update', 'patch']) }
}

/** Expects that the scale is changed, or that several evaluations leave it unchanged. */
export async function expectScaled(
  api: ApiServer,
  namespace: string,
  isChangeExpected: boolean,
): Promise<void> {
  const decisiveReads = 3
  await becomesTrue(() => {
    const { seen: reads, changed } = scaleChecks(api, namespace)
    return isChangeExpected ? changed.length > 0 : reads.length >= decisiveReads
  }, reconciledWithinMs)
  const { seen: reads, changed } = scaleChecks(api, namespace)
  if (!isChangeExpected) expect(reads.length, 'looks at the scale').toBeGreaterThanOrEqual(decisiveReads)
  expect(changed.length > 0, 'whether the scale was changed').toBe(isChangeExpected)
}

/** Expects that an idle object is scaled down after the window, and no sooner. */
export async function expectScaledDownAfter(
  { api, canary }: Pick<ManagerFixture, 'api' | 'canary'>,
  namespace: string,
  windowMs: number,
): Promise<void> {
  await becomesTrue(() => scaleChecks(api, namespace).changed.length > 0, windowMs + 12_000)
  const { seen: reads, changed } = scaleChecks(api, namespace)
  const [firstSeen = 0] = reads
  const [firstChanged] = changed

  expect(firstChanged, 'when it was scaled down').toBeDefined()
  const atMs = firstChanged ?? firstSeen
  const firstSeenObserved = canary.observed(firstSeen)
  expectSpan({
    what: 'it is scaled down',
    from: firstSeenObserved,
    to: canary.observed(atMs, firstSeen),
    // The first recommendation may be slightly older than the response to its request.
    atLeastMs: windowMs - 500,
    jitterMs: canary.worst(firstSeenObserved.earliestMs, atMs),
    marginMs: windowMs - 1_500,
  })
}
