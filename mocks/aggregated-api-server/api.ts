import type { Answer, HttpJournalEntry } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import type { AggregatedApi } from './honest.ts'

/** A request that an aggregated server received. */
export interface AggregatedRequest extends HttpJournalEntry {
  /** API group of the request, if the path contains one. */
  readonly group?: string
}

/** Responses of an aggregated server that can be scripted. */
export interface ApiAnswers {
  /** Response to requests for objects. */
  readonly objects: Answer<object>
}

/** Names of the responses that a script may set. */
export const answerNames = ['objects'] as const

/** API of an aggregated server, with a journal and scripted responses. */
export class ServedApi extends Scripted<AggregatedRequest, ApiAnswers> {
  readonly api: AggregatedApi

  /** @internal */
  constructor(api: AggregatedApi) {
    super('aggregated-api-server', answerNames)
    this.api = api
  }

  /** Client requests for objects, without the health and discovery requests of the API server itself. */
  get objects(): readonly AggregatedRequest[] {
    const { group, version } = this.api
    return this.journal.filter(({ path }) => path?.startsWith(`/apis/${group}/${version}/`))
  }

  /** Path of the objects of the API. */
  get path(): string {
    return `/apis/${this.api.group}/${this.api.version}/things`
  }
}
