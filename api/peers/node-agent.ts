export {
  logOf,
  type LogPlace,
  type LogRequest,
  type NodeAgents,
  type NodeAnswers,
  type PodLogs,
  startNodeAgents,
} from '#mocks/node-agent/index.ts'
export * from '../http.ts'
export type {
  /** @deprecated Use `LogRequest`. */
  LogRequest as LogSeen,
} from '#mocks/node-agent/index.ts'
