import { type Answer, type HttpJournalEntry, honestly } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import type { LogPlace } from './honest.ts'

/** Request for a log, or another request or connection. */
export interface LogRequest extends HttpJournalEntry {
  /** Container of the log, if the path contains it. */
  readonly place?: LogPlace
}

/** Responses of a node agent that can be scripted. */
export interface NodeAnswers {
  readonly log: Answer<string>
}

/** Names of the responses that a script may set. */
export const answerNames = ['log'] as const

/** Log requests for one pod, on any node. */
export class PodLogs extends Scripted<LogRequest, NodeAnswers> {
  /** @internal */
  constructor() {
    super('node-agent', answerNames)
  }

  /**
   * Response instead of the log.
   * @internal
   */
  get told(): Answer<string> {
    return this.answers.overrides.log ?? honestly
  }
}
