import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  isMessage,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import type {
  handleBidiStreamingCall,
  handleUnaryCall,
  Metadata,
  sendUnaryData,
  ServerDuplexStream,
  ServerUnaryCall,
  ServiceDefinition,
  UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { ConnectionReset } from '../peer/index.ts'
import { checkFields } from './shapes.ts'
import { GrpcError, serviceErrorOf } from './status.ts'

/** Properties of a call that a handler receives in addition to the message. */
export interface CallInfo {
  /** Address of the client, `127.0.0.1:40112`; unknown on a unix socket. */
  readonly from: string
  readonly metadata: Metadata
  /** Size of the encoded request in bytes. */
  readonly bytes: number
  /** Timeout that the client sent in milliseconds; missing if the client waits forever. */
  readonly timeoutMs?: number
  /**
   * Calls `listener` if the client leaves before the response: it cancelled, its deadline expired or its connection
   * broke.
   */
  onDisconnected(listener: () => void): void
}

type UnaryHandler<M extends DescMethod> = (
  request: MessageShape<M['input']>,
  call: CallInfo,
) => Sendable<M['output']> | Promise<Sendable<M['output']>>

/** Bidirectional call. The handler returns at once and responds through it. */
export interface Duplex<I extends DescMessage, O extends DescMessage> extends Omit<CallInfo, 'bytes'> {
  onMessage(listener: (message: MessageShape<I>) => void): void
  /** Calls `listener` once: when the client closes its side, leaves, or the stream breaks. */
  onEnd(listener: () => void): void
  send(message: Sendable<O>): void
  /** Ends the call: successfully, with an error status, or by closing the connection. */
  end(error?: GrpcError | ConnectionReset): void
}

type DuplexHandler<M extends DescMethod> = (call: Duplex<M['input'], M['output']>) => void

type MethodsOf<S extends DescService> = S['method']

/** Message to send: its fields, or its bytes if the handler has encoded it. */
export type Sendable<D extends DescMessage> = MessageInitShape<D> | Buffer

/** Fields of a message to send; an omitted field is zero. */
export type Fields<D extends DescMessage> = Exclude<MessageInitShape<D>, MessageShape<D>>

/** Handlers of a service by method. A method without a handler responds with UNIMPLEMENTED. */
export type Handlers<S extends DescService> = {
  [K in keyof MethodsOf<S>]?: MethodsOf<S>[K] extends DescMethod
    ? MethodsOf<S>[K]['methodKind'] extends 'unary'
      ? UnaryHandler<MethodsOf<S>[K]>
      : DuplexHandler<MethodsOf<S>[K]>
    : never
}

/** Service with its handlers, ready for `startGrpcServer`. */
export interface ServedService {
  readonly definition: ServiceDefinition
  /** Returns the handlers in the form of grpc-js. `hangUp` resets the connection of a client address. */
  implement(hangUp: HangUp): UntypedServiceImplementation
}

type HangUp = (from: string) => void

/**
 * Binds typed handlers to the service that a generated file describes.
 * @param typeName name under which clients call the service, if it differs from the name in the generated file
 */
export function serve<S extends DescService>(
  service: S,
  handlers: Handlers<S>,
  typeName: string = service.typeName,
): ServedService {
  const implement = (hangUp: HangUp) => {
    const implementation: UntypedServiceImplementation = {}
    for (const [name, handler] of Object.entries(handlers) as [string, never][]) {
      const method = service.method[name] as DescMethod
      implementation[name] =
        method.methodKind === 'unary' ? unary(method, handler, hangUp) : duplex(method, handler, hangUp)
    }
    return implementation
  }
  return { definition: definitionOf(service, typeName), implement }
}

/**
 * Returns the definition of a service for grpc-js. grpc-js does not decode the messages, so that this module reports
 * those that cannot be decoded.
 */
function definitionOf(service: DescService, typeName: string): ServiceDefinition {
  return Object.fromEntries(
    service.methods.map((method) => [
      method.localName,
      {
        path: `/${typeName}/${method.name}`,
        requestStream: method.methodKind === 'bidi_streaming' || method.methodKind === 'client_streaming',
        responseStream: method.methodKind === 'bidi_streaming' || method.methodKind === 'server_streaming',
        requestSerialize: (bytes: Buffer) => bytes,
        requestDeserialize: (bytes: Buffer) => bytes,
        responseSerialize: (bytes: Buffer) => bytes,
        responseDeserialize: (bytes: Buffer) => bytes,
      },
    ]),
  )
}

/** Encodes a message as it is sent. Bytes are not copied. */
export function encode<D extends DescMessage>(schema: D, message: Sendable<D>): Buffer {
  if (Buffer.isBuffer(message)) return message
  if (!isMessage(message)) checkFields(schema, message)
  const bytes = toBinary(schema, create(schema, message))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function decode<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  try {
    return fromBinary(schema, bytes)
  } catch (cause) {
    throw new GrpcError('INTERNAL', `request is no ${schema.typeName}`, { cause })
  }
}

function unary<M extends DescMethod>(
  method: M,
  handler: UnaryHandler<M>,
  hangUp: HangUp,
): handleUnaryCall<Buffer, Buffer> {
  const answer = async (call: ServerUnaryCall<Buffer, Buffer>, isAnswered: () => boolean) => {
    const info = {
      from: call.getPeer(),
      metadata: call.metadata,
      bytes: call.request.byteLength,
      ...timeoutOf(call),
      // grpc-js emits the same event at the end of an answered call.
      onDisconnected: (listener: () => void) => {
        call.on('cancelled', () => {
          if (!isAnswered()) listener()
        })
      },
    }
    return encode(method.output, await handler(decode<M['input']>(method.input, call.request), info))
  }
  const reply = async (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
    let isAnswered = false
    try {
      const bytes = await answer(call, () => isAnswered)
      isAnswered = true
      callback(null, bytes)
    } catch (error) {
      isAnswered = true
      if (error instanceof ConnectionReset) hangUp(call.getPeer())
      else callback(serviceErrorOf(error))
    }
  }
  return (call, callback) => void reply(call, callback)
}

/** Returns the remaining time of the client. grpc-js has converted the timeout into a deadline. */
function timeoutOf(call: { getDeadline(): Date | number }): Pick<CallInfo, 'timeoutMs'> {
  const deadlineMs = Number(call.getDeadline())
  return Number.isFinite(deadlineMs) ? { timeoutMs: Math.max(0, deadlineMs - Date.now()) } : {}
}

function duplex<M extends DescMethod>(
  method: M,
  handler: DuplexHandler<M>,
  hangUp: HangUp,
): handleBidiStreamingCall<Buffer, Buffer> {
  return (call: ServerDuplexStream<Buffer, Buffer>) => {
    const end = (error?: GrpcError | ConnectionReset) => {
      if (error === undefined) call.end()
      else if (error instanceof ConnectionReset) hangUp(call.getPeer())
      else call.emit('error', serviceErrorOf(error))
    }
    handler({
      from: call.getPeer(),
      metadata: call.metadata,
      ...timeoutOf(call),
      onDisconnected: (listener) => {
        call.on('cancelled', () => {
          if (!call.writableEnded) listener()
        })
      },
      onMessage: (listener) =>
        call.on('data', (bytes: Buffer) => {
          try {
            listener(decode<M['input']>(method.input, bytes))
          } catch (error) {
            end(
              error instanceof GrpcError || error instanceof ConnectionReset
                ? error
                : new GrpcError('INTERNAL', String(error)),
            )
          }
        }),
      onEnd: (listener) => {
        // A reset also causes an end event, which arrives first.
        let isFinished = false
        const finishOnce = () => {
          if (!isFinished) listener()
          isFinished = true
        }
        call.on('end', finishOnce)
        call.on('cancelled', finishOnce)
      },
      send: (message) => {
        if (!call.cancelled && !call.writableEnded) call.write(encode(method.output, message))
      },
      end,
    })
  }
}
