export {
  garbage,
  type KmsAnswers,
  type KmsRequest,
  type KmsKeys,
  type KmsPlugin,
  type KmsPluginOptions,
  onEveryCall,
  startKmsPlugin,
  unhealthy,
} from '#mocks/kms-plugin/index.ts'
export * from '../grpc.ts'
export type {
  /** @deprecated Use `KmsRequest`. */
  KmsRequest as KmsAsked,
} from '#mocks/kms-plugin/index.ts'
