import type { Answer, HttpSeen } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import { type ClientConfig, clientConfig, type Credentials } from '../webhook/index.ts'
import type { AuditEvent } from './wire.ts'

/** One batch of events as it arrived, or a question that was none. */
export interface BatchSeen extends HttpSeen {
  /** The name of the receiver that it was meant for, where the path tells. */
  readonly receiver?: string
  /** The group and version of its events. */
  readonly apiVersion?: string
  /** Empty where the body was no list of events. */
  readonly events: readonly AuditEvent[]
  /** The size of the body in bytes. */
  readonly bytes: number
}

/** What a receiver can be told to answer otherwise. */
export interface ReceiverAnswers {
  readonly batch: Answer<string>
}

/** What it answers by. */
export const answerNames = ['batch'] as const

/** One audit webhook, at a path of its host. */
export class AuditReceiver extends Scripted<BatchSeen, ReceiverAnswers> {
  readonly name: string
  readonly url: string
  /** PEM of the authority that signed the listener's certificate. */
  readonly certificateAuthority: string

  /** @internal */
  constructor(name: string, url: string, certificateAuthority: string) {
    super('audit', answerNames)
    this.name = name
    this.url = url
    this.certificateAuthority = certificateAuthority
  }

  /** The batches that arrived, whatever they were answered. */
  get batches(): readonly BatchSeen[] {
    return this.journal.filter(({ events }) => events.length > 0)
  }

  /** The events of all batches, in the order of arrival. */
  get events(): readonly AuditEvent[] {
    return this.journal.flatMap(({ events }) => events)
  }

  /** The client configuration file that leads here: an object to be written as YAML or JSON. */
  clientConfig(credentials: Credentials = {}): ClientConfig {
    return clientConfig({ server: this.url, certificateAuthority: this.certificateAuthority, ...credentials })
  }
}
