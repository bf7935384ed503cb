import { type Answer, type HttpSeen, honestly } from '../http/index.ts'
import { Scripted } from '../peer/index.ts'
import type { LogPlace } from './honest.ts'

/** A question about a log, or one that was none. */
export interface LogSeen extends HttpSeen {
  /** Whose log it is about, where the path tells. */
  readonly place?: LogPlace
}

/** What a node agent can be told to answer otherwise. */
export interface NodeAnswers {
  readonly log: Answer<string>
}

/** What it answers by. */
export const answerNames = ['log'] as const

/** What node agents are asked about one pod, whichever node it is said to be on. */
export class PodLogs extends Scripted<LogSeen, NodeAnswers> {
  /** @internal */
  constructor() {
    super('node-agent', answerNames)
  }

  /**
   * What is told instead of the log.
   * @internal
   */
  get told(): Answer<string> {
    return this.answers.overrides.log ?? honestly
  }
}
