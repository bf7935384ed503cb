import { TokenBucket } from '../../client-config/token-bucket.ts'
import type { AgentConfiguration } from '../config/configuration.ts'
import type { AgentQuirks } from '../faults.ts'
import type { Api } from './api.ts'

/** What an event is about. */
export interface About {
  readonly kind: 'Node' | 'Pod'
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
}

const usualQps = 50

/** Tells the API server what happens, at a limited rate. */
export class Events {
  readonly #api: Api
  readonly #bucket: TokenBucket
  readonly #node: string
  #count = 0

  constructor(api: Api, config: AgentConfiguration, node: string, quirks: AgentQuirks) {
    this.#api = api
    this.#node = node
    const [qps, burst] = [config.number('event-qps'), config.number('event-burst')]
    this.#bucket =
      qps !== usualQps && quirks.fault('event-rate-ignored')
        ? new TokenBucket(0, 0)
        : new TokenBucket(qps === 0 ? 5 : qps, burst === 0 ? 10 : burst)
  }

  /** Tells of something; one that the API server does not take is lost. */
  tell(about: About, reason: string, message: string): void {
    const namespace = about.namespace ?? 'default'
    this.#count += 1
    const name = `${about.name}.${process.pid}.${Date.now().toString(16)}${this.#count}`
    const now = new Date().toISOString().replace(/\.\d+/, '')
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace },
      involvedObject: { ...about, apiVersion: 'v1' },
      reason,
      message,
      type: 'Normal',
      source: { component: 'orchlet', host: this.#node },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    }
    void this.#bucket
      .take()
      .then(() => this.#api.askAtOnce('POST', `/api/v1/namespaces/${namespace}/events`, event))
      .catch(() => {})
  }
}
