export {
  type JwtSigner,
  type JwtSignerOptions,
  type NewKey,
  type SignerAlgorithm,
  type SignerAnswers,
  type SignerAsked,
  type SignerKey,
  SignerKeys,
  startJwtSigner,
} from '#mocks/jwt-signer/index.ts'
export * from '../grpc.ts'
