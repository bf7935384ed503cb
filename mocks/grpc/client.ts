import {
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf'
import { Client, credentials as insecure, type ChannelCredentials, Metadata } from '@grpc/grpc-js'
import { encode } from './service.ts'

type UnaryCall<M extends DescMethod> = (
  request: MessageInitShape<M['input']>,
  metadata?: Record<string, string>,
) => Promise<MessageShape<M['output']>>

/** Client end of a bidirectional stream. */
export interface ClientStream<M extends DescMethod> {
  send(message: MessageInitShape<M['input']>): void
  onMessage(listener: (message: MessageShape<M['output']>) => void): void
  /** Calls `listener` when the server ends the call, with the error if there is one. */
  onEnd(listener: (error?: Error) => void): void
  end(): void
  cancel(): void
}

/** Client with one function for each method of a service, over one connection. */
export type GrpcClient<S extends DescService> = {
  [K in keyof S['method']]: S['method'][K] extends DescMethod
    ? S['method'][K]['methodKind'] extends 'unary'
      ? UnaryCall<S['method'][K]>
      : () => ClientStream<S['method'][K]>
    : never
} & { close(): void }

/**
 * Connects to a gRPC service: `127.0.0.1:2379` or `unix:///path`. Failed calls reject with the `ServiceError` of
 * grpc-js.
 */
export function grpcClient<S extends DescService>(
  service: S,
  address: string,
  credentials: ChannelCredentials = insecure.createInsecure(),
): GrpcClient<S> {
  const client = new Client(address, credentials, {
    'grpc.max_receive_message_length': -1,
    // By default, a client queries DNS for a service configuration of the host.
    'grpc.service_config_disable_resolution': 1,
    // Each client has a separate connection, so that cutting one does not affect the others.
    'grpc.use_local_subchannel_pool': 1,
  })
  const passThrough = (bytes: Buffer) => bytes
  const calls = service.methods.map((method) => {
    const path = `/${service.typeName}/${method.name}`
    if (method.methodKind === 'unary') {
      const call = (request: MessageInitShape<DescMethod['input']>, metadata: Record<string, string> = {}) =>
        new Promise((resolve, reject) => {
          const callMetadata = new Metadata()
          for (const [key, value] of Object.entries(metadata)) callMetadata.set(key, value)
          client.makeUnaryRequest(
            path,
            passThrough,
            passThrough,
            encode(method.input, request),
            callMetadata,
            (error, bytes) => {
              if (error) reject(error)
              else resolve(fromBinary(method.output, bytes as Buffer))
            },
          )
        })
      return [method.localName, call]
    }
    return [method.localName, () => openStream(client, method, path)]
  })
  return { ...Object.fromEntries(calls), close: () => client.close() }
}

function openStream<M extends DescMethod>(client: Client, method: M, path: string): ClientStream<M> {
  const passThrough = (bytes: Buffer) => bytes
  const stream = client.makeBidiStreamRequest<Buffer, Buffer>(path, passThrough, passThrough)
  const failure = new Promise<Error | undefined>((resolve) => {
    stream.on('error', resolve)
    stream.on('end', () => resolve(undefined))
  })
  return {
    send: (message) => stream.write(encode(method.input, message)),
    onMessage: (listener) =>
      stream.on('data', (bytes: Buffer) => listener(fromBinary<M['output']>(method.output, bytes))),
    onEnd: (listener) => void failure.then(listener),
    end: () => stream.end(),
    cancel: () => stream.cancel(),
  }
}
