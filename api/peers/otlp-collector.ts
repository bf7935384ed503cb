export {
  type Attributes,
  type AttributeValue,
  type CollectedSpan,
  type OtlpAnswers,
  type OtlpAsked,
  type OtlpCollector,
  type OtlpCollectorOptions,
  startOtlpCollector,
} from '#mocks/otlp-collector/index.ts'
export * from '../grpc.ts'
