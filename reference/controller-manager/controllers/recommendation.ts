import type { ApiObject } from '../../manager/api.ts'
import type { Loop } from './controller.ts'
import { conditionOf, listAt, nameOf, namespaceOf, numberAt, textAt, timeAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'
import { fault } from '../../quirks/quirks.ts'

interface Sample {
  /** Amount that the pod uses, in thousandths of a CPU or of a byte. */
  readonly used: number
  readonly requested: number
  /** True if the sample contributes to the usage; false if the pod may still be starting. */
  readonly counts: boolean
}

/** Resource and target of a metric of an autoscaler. */
interface Metric {
  readonly resource: string
  /** Ratio of the used to the requested amount, or an average amount in thousandths. */
  readonly target: number
  readonly isUtilization: boolean
  readonly isOfContainer: boolean
}

/**
 * Returns the number of replicas that the first metric of an autoscaler requires; `undefined` if no pod has a sample.
 */
export async function recommendedReplicas(
  loop: Loop,
  autoscaler: ApiObject,
  selector: string,
  currentReplicas: number,
): Promise<number | undefined> {
  const metric = metricOf(listAt(autoscaler, 'spec.metrics')[0])
  const { target } = metric
  const samples = await samplesOf(loop, metric, namespaceOf(autoscaler), selector)
  const countedSamples = samples.filter(({ counts }) => counts)
  if (countedSamples.length === 0 || target === 0) return undefined
  const isWithin = (ratio: number) => Math.abs(ratio - 1) <= toleranceFor(loop, metric, ratio) + rounding
  const usageOf = metric.isUtilization ? utilizationOf : averageOf
  const usageRatio = usageOf(countedSamples) / target
  if (isWithin(usageRatio)) return currentReplicas
  const isScaleUpWithGaps = usageRatio > 1 && countedSamples.length < samples.length
  // Pods that are not included yet are assumed to use nothing, which reduces a scale-up.
  const cautiousSamples = samples.map((sample) => (sample.counts ? sample : { ...sample, used: 0 }))
  const finalRatio = isScaleUpWithGaps ? usageOf(cautiousSamples) / target : usageRatio
  if (isWithin(finalRatio) || finalRatio > 1 !== usageRatio > 1) return currentReplicas
  const replicas = Math.ceil(
    finalRatio * (isScaleUpWithGaps ? samples.length : countedSamples.length) - rounding,
  )
  const minReplicas = numberAt(autoscaler, 'spec.minReplicas', 1)
  return Math.min(numberAt(autoscaler, 'spec.maxReplicas', 1), Math.max(minReplicas, replicas))
}

function metricOf(spec: ApiObject | undefined): Metric {
  const isOfContainer = textAt(spec, 'type') === 'ContainerResource'
  const sourceField = isOfContainer ? 'containerResource' : 'resource'
  const isUtilization = textAt(spec, `${sourceField}.target.type`) === 'Utilization'
  const target = isUtilization
    ? numberAt(spec, `${sourceField}.target.averageUtilization`) / 100
    : milliValue(textAt(spec, `${sourceField}.target.averageValue`))
  return { resource: textAt(spec, `${sourceField}.name`), target, isUtilization, isOfContainer }
}

function toleranceFor({ config }: Loop, metric: Metric, ratio: number): number {
  const isToleranceIgnored =
    (ratio < 1 && fault('autoscaler-tolerance-upward-alone')) ||
    (!metric.isUtilization && fault('autoscaler-tolerance-of-utilization-alone')) ||
    (metric.resource !== 'cpu' && fault('autoscaler-tolerance-of-cpu-alone')) ||
    (metric.isOfContainer && fault('autoscaler-tolerance-of-pods-alone'))
  return isToleranceIgnored ? 0 : config.value('/HPAController/HorizontalPodAutoscalerTolerance')
}

// Tolerance for floating point: a value on the border is within the tolerance of the autoscaler.
const rounding = 1e-9

function utilizationOf(samples: readonly Sample[]): number {
  const sumOf = (valueOfSample: (sample: Sample) => number) =>
    samples.reduce((total, sample) => total + valueOfSample(sample), 0)
  return sumOf(({ used }) => used) / sumOf(({ requested }) => requested)
}

function averageOf(samples: readonly Sample[]): number {
  return samples.reduce((total, { used }) => total + used, 0) / samples.length
}

async function samplesOf(
  loop: Loop,
  metric: Metric,
  namespace: string,
  selector: string,
): Promise<readonly Sample[]> {
  const path = `/apis/metrics.orch.io/v1beta1/namespaces/${namespace}/pods`
  const { status, object } = await loop.api.send(
    'GET',
    `${path}?labelSelector=${encodeURIComponent(selector)}`,
  )
  if (status !== 200) return []
  const pods = loop.informer(resources.pods)
  return listAt(object, 'items').flatMap((metrics) => {
    const pod = pods.get(`${namespace}/${nameOf(metrics)}`)
    return pod === undefined ? [] : [sampleOf(loop, metric, pod, metrics)]
  })
}

// Period that a fault uses in place of the configured one.
const defaultInitializationMs = 300_000

function sampleOf({ config }: Loop, metric: Metric, pod: ApiObject, metrics: ApiObject): Sample {
  const { resource, isUtilization } = metric
  const startMs = timeAt(pod, 'status.startTime')
  const readyCondition = conditionOf(pod, 'Ready')
  const isReady = readyCondition?.['status'] === 'True' && !fault('autoscaler-ready-pods-ignored')
  const initializationPeriodMs =
    isUtilization || !fault('autoscaler-initialization-of-utilization-alone')
      ? config.value('/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod')
      : defaultInitializationMs
  const readinessDelayMs = config.value('/HPAController/HorizontalPodAutoscalerInitialReadinessDelay')
  const isInitializing = startMs + initializationPeriodMs > Date.now()
  const wasNeverReady = timeAt(readyCondition, 'lastTransitionTime') < startMs + readinessDelayMs
  const isReadinessDelayed =
    wasNeverReady && (isUtilization || !fault('autoscaler-readiness-of-utilization-alone'))
  // Only CPU samples may be affected by a pod that is starting.
  const ignoresReadiness = resource !== 'cpu' && !fault('autoscaler-memory-of-unready-pods-ignored')
  const isCounted = ignoresReadiness || isReady || (!isInitializing && !isReadinessDelayed)
  return {
    used: milliValue(textAt(listAt(metrics, 'containers')[0], `usage.${resource}`)),
    requested: milliValue(textAt(listAt(pod, 'spec.containers')[0], `resources.requests.${resource}`)),
    counts: isCounted,
  }
}

/** Parses a quantity in thousandths of a CPU or of a byte. */
function milliValue(quantity: string): number {
  if (quantity.endsWith('m')) return Number(quantity.slice(0, -1))
  return quantity.endsWith('Mi') ? Number(quantity.slice(0, -2)) * 1024 ** 2 * 1000 : Number(quantity) * 1000
}
