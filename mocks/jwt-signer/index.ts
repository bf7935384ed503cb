import { type GrpcPeer, grpcPeer } from '../grpc/peer.ts'
import { startGrpcServer } from '../grpc/server.ts'
import { socketPath } from '../grpc/socket.ts'
import { Answers, Journal } from '../peer/index.ts'
import type { SignerRequest } from './request.ts'
import { SignerKeys } from './honest.ts'
import { answerNames, type SignerAnswers, signerServices } from './wire.ts'

export { after, fail, hangUp, honestly, silence, stall, when, where } from '../grpc/faults.ts'
export type { SignerRequest } from './request.ts'
export { type NewKey, type SignerAlgorithm, type SignerKey, SignerKeys } from './honest.ts'
export type { SignerAnswers } from './wire.ts'

/** Socket, keys and metadata of a signer. */
export interface JwtSignerOptions {
  /** Path of the socket, or `@name` for an abstract one. Default: a path in a separate directory. */
  readonly path?: string
  /** Keys of another signer, as after a restart. Default: one new ES256 key. */
  readonly keys?: SignerKeys
  /**
   * Longest lifetime of a token in seconds, as reported to API servers, which require at least 600. Default: an hour.
   */
  readonly maxTokenSeconds?: number
  /** Seconds after which the API server should fetch the keys again. Default: 10. */
  readonly refreshSeconds?: number
  /** `false`: connections are refused until `listen` is called. */
  readonly listening?: boolean
}

/** Signer of service account tokens for an API server, behind a unix socket. */
export interface JwtSigner extends GrpcPeer<SignerRequest, SignerAnswers> {
  /** Address in the form of `--service-account-signing-endpoint`. */
  readonly endpoint: string
  /** Keys of the signer, to rotate or remove. */
  readonly keys: SignerKeys
}

const hourSeconds = 3600
const defaultRefreshSeconds = 10

/**
 * Starts a signer of service account tokens with real signatures, over gRPC on a unix socket: v1.
 * @example
 * ```ts
 * await using signer = await startJwtSigner({ refreshSeconds: 1 })
 * signer.keys.rotate()
 * ```
 */
export async function startJwtSigner(options: JwtSignerOptions = {}): Promise<JwtSigner> {
  const keys = options.keys ?? new SignerKeys()
  const answers = new Answers<SignerAnswers>('jwt-signer', answerNames)
  const journal = new Journal<SignerRequest>()
  const socket = await socketPath('jwt', options.path)
  const server = await startGrpcServer({
    services: signerServices({
      keys,
      answers,
      journal,
      maxTokenSeconds: options.maxTokenSeconds ?? hourSeconds,
      refreshSeconds: options.refreshSeconds ?? defaultRefreshSeconds,
    }),
    address: socket.path,
    listening: options.listening ?? true,
  })
  const peer = grpcPeer({ role: 'jwt-signer', server, journal, answers, release: () => socket.remove() })
  return Object.assign(peer, { keys, endpoint: socket.path })
}
