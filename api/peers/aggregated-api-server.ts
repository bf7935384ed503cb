export {
  type AggregatedApi,
  type AggregatedApiServers,
  type ApiAnswers,
  type AggregatedRequest,
  type ServedApi,
  startAggregatedApiServers,
} from '#mocks/aggregated-api-server/index.ts'
export * from '../http.ts'
export type {
  /** @deprecated Use `AggregatedRequest`. */
  AggregatedRequest as ApiSeen,
} from '#mocks/aggregated-api-server/index.ts'
