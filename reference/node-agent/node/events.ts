import { TokenBucket } from '../../client-config/token-bucket.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Api } from './api.ts'

/** Object that an event refers to. */
export interface EventObject {
  readonly kind: 'Node' | 'Pod'
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
}

const defaultRates = { qps: 50, burst: 100 }
const slowRates = { qps: 1, burst: 1 }
/** Event rate that applies if a flag is 0. */
const zeroRates = { qps: 5, burst: 10 }

/** Reports events to the API server at a limited rate. */
export class Events {
  readonly #api: Api
  readonly #bucket: TokenBucket
  readonly #nodeName: string
  readonly #atOnce: boolean
  #count = 0

  constructor(api: Api, config: AgentConfiguration, node: string) {
    this.#api = api
    this.#nodeName = node
    const [qps, burst] = [config.number('event-qps'), config.number('event-burst')]
    const isZeroDefault = qps === 0 && fault('event-rate-zero-is-usual')
    const isZeroSlow = qps === 0 && fault('event-rate-zero-is-slow')
    const ratesOfZero = isZeroDefault ? defaultRates : isZeroSlow ? slowRates : zeroRates
    this.#atOnce = !fault('events-at-api-rate')
    this.#bucket =
      qps !== defaultRates.qps && qps !== 0 && fault('event-rate-ignored')
        ? new TokenBucket(0, 0)
        : new TokenBucket(qps === 0 ? ratesOfZero.qps : qps, burst === 0 ? ratesOfZero.burst : burst)
  }

  /** Reports an event. An event that the API server rejects is lost. */
  tell(object: EventObject, reason: string, message: string): void {
    const namespace = object.namespace ?? 'default'
    this.#count += 1
    const name = `${object.name}.${process.pid}.${Date.now().toString(16)}${this.#count}`
    const now = new Date().toISOString().replace(/\.\d+/, '')
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace },
      involvedObject: { ...object, apiVersion: 'v1' },
      reason,
      message,
      type: 'Normal',
      source: { component: 'orchlet', host: this.#nodeName },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    }
    void this.#bucket
      .take()
      .then(() => {
        const send = this.#atOnce ? this.#api.sendWithoutLimit : this.#api.send
        return send('POST', `/api/v1/namespaces/${namespace}/events`, event)
      })
      .catch(() => {})
  }
}
