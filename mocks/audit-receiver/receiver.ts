import type { Answer, HttpJournalEntry } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import { type ClientConfig, clientConfig, type Credentials } from '../webhook/index.ts'
import type { AuditEvent } from './wire.ts'

/** One batch of events as it arrived, or a request without a batch. */
export interface AuditBatch extends HttpJournalEntry {
  /** Name of the intended receiver, if the path contains one. */
  readonly receiver?: string
  /** Group and version of its events. */
  readonly apiVersion?: string
  /** Empty if the body was no list of events. */
  readonly events: readonly AuditEvent[]
  /** Size of the body in bytes. */
  readonly bytes: number
}

/** Responses of a receiver that can be scripted. */
export interface ReceiverAnswers {
  readonly batch: Answer<string>
}

/** Names of the responses that a script may set. */
export const answerNames = ['batch'] as const

/** One audit webhook, at a path of its host. */
export class AuditReceiver extends Scripted<AuditBatch, ReceiverAnswers> {
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

  /** Received batches, accepted or not. */
  get batches(): readonly AuditBatch[] {
    return this.journal.filter(({ events }) => events.length > 0)
  }

  /** Events of all batches, in the order of arrival. */
  get events(): readonly AuditEvent[] {
    return this.journal.flatMap(({ events }) => events)
  }

  /** Returns the client configuration file for this receiver: an object to be written as YAML or JSON. */
  clientConfig(credentials: Credentials = {}): ClientConfig {
    return clientConfig({ server: this.url, certificateAuthority: this.certificateAuthority, ...credentials })
  }
}
