import { type Answer, type HttpJournalEntry, honestly } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import type { LogPlace } from './honest.ts'

/** Request for a log, any other request, or a connection without a request. */
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
   * Scripted response to requests for the log; the log itself without a script.
   * @internal
   */
  get logAnswer(): Answer<string> {
    return this.answers.overrides.log ?? honestly
  }
}
