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

/** How many replicas an autoscaler's CPU target asks for; `undefined` when no sample tells. */
export async function recommended(
  loop: Loop,
  autoscaler: ApiObject,
  selector: string,
  current: number,
): Promise<number | undefined> {
  const [metric] = listAt(autoscaler, 'spec.metrics')
  const target = numberAt(metric, 'resource.target.averageUtilization') / 100
  const samples = await samplesOf(loop, namespaceOf(autoscaler), selector)
  const counted = samples.filter(({ counts }) => counts)
  if (counted.length === 0 || target === 0) return undefined
  const tolerance = loop.config.value('/HPAController/HorizontalPodAutoscalerTolerance')
  const isUpward = loop.quirks.fault('autoscaler-tolerance-upward-alone')
  const isWithin = (ratio: number) =>
    Math.abs(ratio - 1) <= (ratio < 1 && isUpward ? 0 : tolerance) + rounding
  const ratio = utilization(counted) / target
  if (isWithin(ratio)) return current
  const isCautious = ratio > 1 && counted.length < samples.length
  // Pods that do not count yet are taken to use nothing, so that they slow a rise down.
  const careful = samples.map((each) => (each.counts ? each : { ...each, used: 0 }))
  const final = isCautious ? utilization(careful) / target : ratio
  if (isWithin(final) || final > 1 !== ratio > 1) return current
  const replicas = Math.ceil(final * (isCautious ? samples.length : counted.length) - rounding)
  const least = numberAt(autoscaler, 'spec.minReplicas', 1)
  return Math.min(numberAt(autoscaler, 'spec.maxReplicas', 1), Math.max(least, replicas))
}

// Of floating point: what lies on the border is within.
const rounding = 1e-9

function utilization(samples: readonly Sample[]): number {
  const sum = (of: (sample: Sample) => number) => samples.reduce((total, each) => total + of(each), 0)
  return sum(({ used }) => used) / sum(({ requested }) => requested)
}

async function samplesOf(loop: Loop, namespace: string, selector: string): Promise<readonly Sample[]> {
  const path = `/apis/metrics.orch.io/v1beta1/namespaces/${namespace}/pods`
  const { status, object } = await loop.api.ask(
    'GET',
    `${path}?labelSelector=${encodeURIComponent(selector)}`,
  )
  if (status !== 200) return []
  const pods = loop.informer(resources.pods)
  return listAt(object, 'items').flatMap((metrics) => {
    const pod = pods.get(`${namespace}/${nameOf(metrics)}`)
    return pod === undefined ? [] : [sampleOf(loop, pod, metrics)]
  })
}

function sampleOf({ config }: Loop, pod: ApiObject, metrics: ApiObject): Sample {
  const beganMs = timeAt(pod, 'status.startTime')
  const ready = conditionOf(pod, 'Ready')
  const isReady = ready?.['status'] === 'True'
  const young = config.value('/HPAController/HorizontalPodAutoscalerCPUInitializationPeriod')
  const delay = config.value('/HPAController/HorizontalPodAutoscalerInitialReadinessDelay')
  const isYoung = beganMs + young > Date.now()
  const neverReady = timeAt(ready, 'lastTransitionTime') < beganMs + delay
  const counts = isReady || (!isYoung && !neverReady)
  return {
    used: milli(textAt(listAt(metrics, 'containers')[0], 'usage.cpu')),
    requested: milli(textAt(listAt(pod, 'spec.containers')[0], 'resources.requests.cpu')),
    counts,
  }
}

const milli = (quantity: string) =>
  quantity.endsWith('m') ? Number(quantity.slice(0, -1)) : Number(quantity) * 1000
