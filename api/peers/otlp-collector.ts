export {
  type Attributes,
  type AttributeValue,
  type CollectedSpan,
  type OtlpAnswers,
  type OtlpRequest,
  type OtlpCollector,
  type OtlpCollectorOptions,
  startOtlpCollector,
} from '#mocks/otlp-collector/index.ts'
export * from '../grpc.ts'
export type {
  /** @deprecated Use `OtlpRequest`. */
  OtlpRequest as OtlpAsked,
} from '#mocks/otlp-collector/index.ts'
