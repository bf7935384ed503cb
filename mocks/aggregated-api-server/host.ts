import {
  separateClients,
  honestly,
  type HttpJournalEntry,
  type Incoming,
  PathHost,
  status,
} from '../http/index.ts'
import { answerNames, type ApiAnswers, type AggregatedRequest, ServedApi } from './api.ts'
import { groupOf, groupsOf, objectsOf, resourcesOf } from './honest.ts'

/** Any number of aggregated API servers on one listener, each with a separate group. */
export class AggregatedApiServers extends PathHost<AggregatedRequest, ApiAnswers, ServedApi> {
  /** @internal */
  constructor() {
    super('aggregated-api-server', answerNames, separateClients)
  }

  /** Returns the API of a group, in version v1, and creates it on first use. */
  api(group: string): ServedApi {
    return this.part(group, () => new ServedApi({ group, version: 'v1' }))
  }

  /** @internal */
  protected noRequest(request: HttpJournalEntry): void {
    this.requestJournal.record(request)
  }

  /** @internal */
  protected async serve(incoming: Incoming): Promise<void> {
    const [, root, group = '', version, ...remainingSegments] = incoming.path.split('/')
    const part = root === 'apis' ? this.parts.get(group) : undefined
    const request: AggregatedRequest = Object.assign(incoming.entry, { ...(part && { group }) })
    this.requestJournal.record(request)
    part?.requestJournal.record(request)
    const answer = (honest: () => object) => incoming.answer(honest, honestly, this.handlers)
    if (root === 'healthz' || root === 'readyz') return incoming.answer(() => 'ok', honestly, this.handlers)
    if (root === 'apis' && group === '')
      return answer(() => groupsOf([...this.parts.values()].map(({ api }) => api)))
    if (part === undefined || (version !== undefined && version !== part.api.version)) {
      return incoming.answer(() => '', status(404, 'nothing is here'), this.handlers)
    }
    if (version === undefined) return answer(() => groupOf(part.api))
    if (remainingSegments.length === 0) return answer(() => resourcesOf(part.api))
    const { objects = honestly } = this.answersOf(part)
    return incoming.answer(() => objectsOf(part.api), objects, this.handlers)
  }
}
