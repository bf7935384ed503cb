export {
  type JwtSigner,
  type JwtSignerOptions,
  type NewKey,
  type SignerAlgorithm,
  type SignerAnswers,
  type SignerRequest,
  type SignerKey,
  SignerKeys,
  startJwtSigner,
} from '#mocks/jwt-signer/index.ts'
export * from '../grpc.ts'
export type {
  /** @deprecated Use `SignerRequest`. */
  SignerRequest as SignerAsked,
} from '#mocks/jwt-signer/index.ts'
