import { separateClients, type HttpJournalEntry, type Incoming, PathHost, status } from '../http/index.ts'
import { logOf } from './honest.ts'
import { answerNames, type LogRequest, type NodeAnswers, PodLogs } from './pod-logs.ts'
import { logPlaceIn } from './wire.ts'

/** Node agents of a cluster. Each listener is one agent, and every agent returns the log of every pod. */
export class NodeAgents extends PathHost<LogRequest, NodeAnswers, PodLogs> {
  /** @internal */
  constructor() {
    super('node-agent', answerNames, separateClients)
  }

  /** Returns the logs of the pods with a name, and creates them on first use. */
  pod(name: string): PodLogs {
    return this.part(name, () => new PodLogs())
  }

  /** @internal */
  protected noRequest(request: HttpJournalEntry): void {
    this.requestJournal.record(request)
  }

  /** @internal */
  protected async serve(incoming: Incoming): Promise<void> {
    const logPlace = logPlaceIn(incoming.path)
    const request: LogRequest = Object.assign(incoming.entry, { ...(logPlace && { place: logPlace }) })
    const part = logPlace && this.pod(logPlace.pod)
    this.requestJournal.record(request)
    part?.requestJournal.record(request)
    if (logPlace === undefined || part === undefined) {
      return incoming.answer(() => '', status(404, 'only logs of containers are here'), this.handlers)
    }
    const { log = part.logAnswer } = this.answersOf(part)
    return incoming.answer(() => logOf(logPlace), log, this.handlers)
  }
}
