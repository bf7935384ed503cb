export {
  type AggregatedApi,
  type AggregatedApiServers,
  type ApiAnswers,
  type ApiSeen,
  type ServedApi,
  startAggregatedApiServers,
} from '#mocks/aggregated-api-server/index.ts'
export * from '../http.ts'
