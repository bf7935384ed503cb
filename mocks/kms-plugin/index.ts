import { type GrpcPeer, grpcPeer } from '../grpc/peer.ts'
import { startGrpcServer } from '../grpc/server.ts'
import { socketPath } from '../grpc/socket.ts'
import { Answers, Journal } from '../peer/index.ts'
import type { KmsRequest } from './request.ts'
import { KmsKeys } from './honest.ts'
import { answerNames, type KmsAnswers, kmsServices } from './wire.ts'

export type { KmsRequest } from './request.ts'
export { KmsKeys, splitKeyName } from './honest.ts'
export * from './faults.ts'
export type { KmsAnswers } from './wire.ts'

/** Socket and keys of a plugin. */
export interface KmsPluginOptions {
  /** Path of the socket, or `@name` for an abstract one. Default: a path in a separate directory. */
  readonly path?: string
  /** Keys of another plugin, as after a restart. Default: new keys. */
  readonly keys?: KmsKeys
  /** `false`: connections are refused until `listen` is called. */
  readonly listening?: boolean
}

/** KMS plugin on a unix socket, which serves both versions of the interface. */
export interface KmsPlugin extends GrpcPeer<KmsRequest, KmsAnswers> {
  /** Keys of the plugin, to rotate or remove. */
  readonly keys: KmsKeys
}

/**
 * Starts a key management plugin with real encryption (AES-256-GCM), over gRPC on a unix socket: v2 and v1beta1.
 * @example
 * ```ts
 * await using kms = await startKmsPlugin()
 * kms.answer(unhealthy('the key store is locked'))
 * kms.answer({ decrypt: fail('UNAVAILABLE') })
 * kms.keys.rotate()
 * ```
 */
export async function startKmsPlugin(options: KmsPluginOptions = {}): Promise<KmsPlugin> {
  const keys = options.keys ?? new KmsKeys()
  const answers = new Answers<KmsAnswers>('kms', answerNames)
  const journal = new Journal<KmsRequest>()
  const socket = await socketPath('kms', options.path)
  const server = await startGrpcServer({
    services: kmsServices({ keys, answers, journal }),
    address: socket.path,
    listening: options.listening ?? true,
  })
  const peer = grpcPeer({ role: 'kms', server, journal, answers, release: () => socket.remove() })
  return Object.assign(peer, { keys })
}
