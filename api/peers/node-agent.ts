export {
  logOf,
  type LogPlace,
  type LogSeen,
  type NodeAgents,
  type NodeAnswers,
  type PodLogs,
  startNodeAgents,
} from '#mocks/node-agent/index.ts'
export * from '../http.ts'
