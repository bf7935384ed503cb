export {
  garbage,
  type KmsAnswers,
  type KmsAsked,
  type KmsKeys,
  type KmsPlugin,
  type KmsPluginOptions,
  onEveryCall,
  startKmsPlugin,
  unhealthy,
} from '#mocks/kms-plugin/index.ts'
export * from '../grpc.ts'
