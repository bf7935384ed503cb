import { type GrpcPeer, grpcPeer } from '../grpc/peer.ts'
import { startGrpcServer } from '../grpc/server.ts'
import { socketPath } from '../grpc/socket.ts'
import { Answers, Journal } from '../peer/index.ts'
import type { SignerAsked } from './asked.ts'
import { SignerKeys } from './honest.ts'
import { answerNames, type SignerAnswers, signerServices } from './wire.ts'

export { after, fail, hangUp, honestly, silence, stall, when, where } from '../grpc/lies.ts'
export type { SignerAsked } from './asked.ts'
export { type NewKey, type SignerAlgorithm, type SignerKey, SignerKeys } from './honest.ts'
export type { SignerAnswers } from './wire.ts'

/** Where a signer listens, what it signs with and what it says of itself. */
export interface JwtSignerOptions {
  /** Path of the socket, or `@name` for an abstract one; default one in a directory of its own. */
  readonly path?: string
  /** The keys of another signer, as after a restart; default one new ES256 key. */
  readonly keys?: SignerKeys
  /** The longest life of a token that it admits to; default an hour. API servers want at least 600. */
  readonly maxTokenSeconds?: number
  /** How soon the API server should fetch the keys again; default 10. */
  readonly refreshSeconds?: number
  /** `false`: connections are refused until `listen` is called. */
  readonly listening?: boolean
}

/** Signs service account tokens for an API server, behind a unix socket. */
export interface JwtSigner extends GrpcPeer<SignerAsked, SignerAnswers> {
  /** Where it listens, as `--service-account-signing-endpoint` spells it. */
  readonly endpoint: string
  /** Rotate or forget keys here. */
  readonly keys: SignerKeys
}

const hourSeconds = 3600
const defaultRefreshSeconds = 10

/**
 * Starts a signer of service account tokens whose signatures are real, over gRPC on a unix socket: v1.
 * @example
 * ```ts
 * await using signer = await startJwtSigner({ refreshSeconds: 1 })
 * signer.keys.rotate()
 * ```
 */
export async function startJwtSigner(options: JwtSignerOptions = {}): Promise<JwtSigner> {
  const keys = options.keys ?? new SignerKeys()
  const answers = new Answers<SignerAnswers>('jwt-signer', answerNames)
  const journal = new Journal<SignerAsked>()
  const socket = await socketPath('jwt', options.path)
  const server = await startGrpcServer({
    services: signerServices({
      keys,
      answers,
      journal,
      maxTokenSeconds: options.maxTokenSeconds ?? hourSeconds,
      refreshSeconds: options.refreshSeconds ?? defaultRefreshSeconds,
    }),
    on: socket.path,
    listening: options.listening ?? true,
  })
  const face = grpcPeer({ role: 'jwt-signer', server, journal, answers, release: () => socket.remove() })
  return Object.assign(face, { keys, endpoint: socket.path })
}
