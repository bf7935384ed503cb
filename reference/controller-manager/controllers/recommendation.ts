import type { ApiObject } from '../../manager/api.ts'
import type { Loop } from './controller.ts'
import { conditionOf, listAt, nameOf, namespaceOf, numberAt, textAt, timeAt } from '../../manager/object.ts'
import { resources } from '../../manager/engine/resources.ts'

interface Sample {
  /** CPU in thousandths that the pod uses, and that it has asked for. */
  readonly used: number
  readonly requested: number
  /** Whether it counts although it may be that of a pod that is only beginning. */
  readonly counts: boolean
}

/** What a metric of an autoscaler is about. */
interface Metric {
  readonly resource: string
  /** The share of the requested amount, or the amount in thousandths. */
  readonly target: number
  readonly isUtilization: boolean
  readonly isOfContainer: boolean
}

/** How many replicas the resource target of an autoscaler needs; `undefined` when no sample tells. */
export async function recommended(
  loop: Loop,
  autoscaler: ApiObject,
  selector: string,
  current: number,
): Promise<number | undefined> {
  const metric = metricOf(listAt(autoscaler, 'spec.metrics')[0])
  const { target } = metric
  const samples = await samplesOf(loop, metric, namespaceOf(autoscaler), selector)
  const counted = samples.filter(({ counts }) => counts)
  if (counted.length === 0 || target === 0) return undefined
  const isWithin = (ratio: number) => Math.abs(ratio - 1) <= toleranceFor(loop, metric, ratio) + rounding
  const use = metric.isUtilization ? utilization : average
  const ratio = use(counted) / target
  if (isWithin(ratio)) return current
  const isCautious = ratio > 1 && counted.length < samples.length
  // Pods that do not count yet are taken to use nothing, so that they slow a rise down.
  const careful = samples.map((each) => (each.counts ? each : { ...each, used: 0 }))
  const final = isCautious ? use(careful) / target : ratio
  if (isWithin(final) || final > 1 !== ratio > 1) return current
  const replicas = Math.ceil(final * (isCautious ? samples.length : counted.length) - rounding)
  const least = numberAt(autoscaler, 'spec.minReplicas', 1)
  return Math.min(numberAt(autoscaler, 'spec.maxReplicas', 1), Math.max(least, replicas))
}

function metricOf(spec: ApiObject | undefined): Metric {
  const isOfContainer = textAt(spec, 'type') === 'ContainerResource'
  const at = isOfContainer ? 'containerResource' : 'resource'
  const isUtilization = textAt(spec, `${at}.target.type`) === 'Utilization'
  const target = isUtilization
    ? numberAt(spec, `${at}.target.averageUtilization`) / 100
    : milli(textAt(spec, `${at}.target.averageValue`))
  return { resource: textAt(spec, `${at}.name`), target, isUtilization, isOfContainer }
}

function toleranceFor({ config, quirks }: Loop, metric: Metric, ratio: number): number {
  const isUnheard =
    (ratio < 1 && quirks.fault('autoscaler-tolerance-upward-alone')) ||
    (!metric.isUtilization && quirks.fault('autoscaler-tolerance-of-utilization-alone')) ||
    (metric.resource !== 'cpu' && quirks.fault('autoscaler-tolerance-of-cpu-alone')) ||
    (metric.isOfContainer && quirks.fault('autoscaler-tolerance-of-pods-alone'))
  return isUnheard ? 0 : config.value('/HPAController/HorizontalPodAutoscalerTolerance')
}

// Of floating point: what lies on the border is within.
const rounding = 1e-9

function utilization(samples: readonly Sample[]): number {
  const sum = (of: (sample: Sample) => number) => samples.reduce((total, each) => total + of(each), 0)
  return sum(({ used }) => used) / sum(({ requested }) => requested)
}

function average(samples: readonly Sample[]): number {
  return samples.reduce((total, { used }) => total + used, 0) / samples.length
}

async function samplesOf(
  loop: Loop,
  metric: Metric,
  namespace: string,
  selector: string,
): Promise<readonly Sample[]> {
  const path = `/apis/metrics.orch.io/v1beta1/namespaces/${namespace}/pods`
  const { status, object } = await loop.api.ask(
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

function sampleOf({ config, quirks }: Loop, metric: Metric, pod: ApiObject, metrics: ApiObject): Sample {
  const { resource, isUtilization } = metric
  const beganMs = timeAt(pod, 'status.startTime')
  const ready = conditionOf(pod, 'Ready')
  const isReady = ready?.['status'] === 'True' && !quirks.fault('autoscaler-ready-pods-ignored')
  const young = config.value('/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod')
  const delay = config.value('/HPAController/HorizontalPodAutoscalerInitialReadinessDelay')
  const isYoung = beganMs + young > Date.now()
  const neverReady = timeAt(ready, 'lastTransitionTime') < beganMs + delay
  const isDelayed =
    neverReady && (isUtilization || !quirks.fault('autoscaler-readiness-of-utilization-alone'))
  // Only samples of the CPU may be those of a pod that is starting.
  const isAny = resource !== 'cpu' && !quirks.fault('autoscaler-memory-of-unready-pods-ignored')
  const counts = isAny || isReady || (!isYoung && !isDelayed)
  return {
    used: milli(textAt(listAt(metrics, 'containers')[0], `usage.${resource}`)),
    requested: milli(textAt(listAt(pod, 'spec.containers')[0], `resources.requests.${resource}`)),
    counts,
  }
}

/** A quantity in thousandths: of a CPU, or of a byte. */
function milli(quantity: string): number {
  if (quantity.endsWith('m')) return Number(quantity.slice(0, -1))
  return quantity.endsWith('Mi') ? Number(quantity.slice(0, -2)) * 1024 ** 2 * 1000 : Number(quantity) * 1000
}
