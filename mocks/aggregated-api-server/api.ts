import type { Answer, HttpSeen } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import type { AggregatedApi } from './honest.ts'

/** What an aggregated server was asked. */
export interface ApiSeen extends HttpSeen {
  /** The group that it is about, where the path tells. */
  readonly group?: string
}

/** What an aggregated server can be told to answer otherwise. */
export interface ApiAnswers {
  /** What is below the group and version: objects. */
  readonly objects: Answer<object>
}

/** What it answers by. */
export const answerNames = ['objects'] as const

/** One API of an aggregated server. */
export class ServedApi extends Scripted<ApiSeen, ApiAnswers> {
  readonly api: AggregatedApi

  /** @internal */
  constructor(api: AggregatedApi) {
    super('aggregated-api-server', answerNames)
    this.api = api
  }

  /** The requests about objects: what clients asked, without what the API server asks of itself. */
  get objects(): readonly ApiSeen[] {
    const { group, version } = this.api
    return this.journal.filter(({ path }) => path?.startsWith(`/apis/${group}/${version}/`))
  }

  /** The path of its objects. */
  get path(): string {
    return `/apis/${this.api.group}/${this.api.version}/things`
  }
}
