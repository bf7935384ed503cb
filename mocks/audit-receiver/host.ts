import { messageOf } from '#harness/errors.ts'
import {
  separateClients,
  honestly,
  type HttpJournalEntry,
  type Incoming,
  PathHost,
  status,
} from '../http/index.ts'
import { acceptedResponse } from './honest.ts'
import { answerNames, AuditReceiver, type AuditBatch, type ReceiverAnswers } from './receiver.ts'
import { readEventList } from './wire.ts'

// Maximum size of a request in bytes. The documents limit a batch to ten mebibytes, and a client that does not truncate
// events sends more.
const maxBodyBytes = 64 * 1024 * 1024

/** Any number of audit receivers on one listener, each at a separate path. */
export class AuditReceivers extends PathHost<AuditBatch, ReceiverAnswers, AuditReceiver> {
  /** @internal */
  constructor() {
    super('audit', answerNames, separateClients)
  }

  /** Returns the receiver at `<url>/<name>`, and creates it on first use. */
  receiver(name: string): AuditReceiver {
    return this.part(name, () => new AuditReceiver(name, `${this.url}/${name}`, this.certificateAuthority))
  }

  /** @internal */
  protected noRequest(request: HttpJournalEntry): void {
    this.requestJournal.record({ ...request, events: [], bytes: 0 })
  }

  /** @internal */
  protected async serve(incoming: Incoming): Promise<void> {
    const receiver = this.parts.get(incoming.path.slice(1))
    let body: string | undefined
    try {
      body = await incoming.body(maxBodyBytes)
    } catch (thrown) {
      incoming.entry.error = messageOf(thrown)
    }
    // The entry is recorded after the body, which contains the events. Its time is still that of the arrival.
    const eventList = body === undefined ? undefined : readEventList(body)
    const list = eventList !== undefined && 'items' in eventList ? eventList : undefined
    const description =
      list === undefined ? {} : { what: `${incoming.entry.what} with ${list.items.length} events` }
    const request: AuditBatch = Object.assign(incoming.entry, {
      ...(receiver && { receiver: receiver.name }),
      ...(list?.apiVersion !== undefined && { apiVersion: list.apiVersion }),
      ...description,
      events: list?.items ?? [],
      bytes: body === undefined ? 0 : Buffer.byteLength(body),
    })
    this.requestJournal.record(request)
    receiver?.requestJournal.record(request)
    if (eventList === undefined) return
    if (receiver === undefined) return this.#refuse(incoming, 404, 'no receiver is at this path')
    if ('refusal' in eventList) return this.#refuse(incoming, 400, eventList.refusal)
    const { batch = honestly } = this.answersOf(receiver)
    return incoming.answer(() => acceptedResponse, batch, this.handlers)
  }

  #refuse(incoming: Incoming, code: number, reason: string): Promise<void> {
    return incoming.answer(() => '', status(code, reason), this.handlers)
  }
}
