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
import { HungUp } from '../peer/index.ts'
import { mustHaveFields } from './shapes.ts'
import { GrpcError, serviceErrorOf } from './status.ts'

/** What a handler may know of the call besides its message. */
export interface CallInfo {
  /** The client's address, `127.0.0.1:40112`; on a unix socket it is unknown. */
  readonly from: string
  readonly metadata: Metadata
  /** Size of the encoded request. */
  readonly bytes: number
  /** How long the client is ready to wait, as it said itself; missing when it waits for ever. */
  readonly timeoutMs?: number
  /** Calls back when the client goes before it is answered: it cancelled, its time was up, its connection broke. */
  onGone(listener: () => void): void
}

type UnaryHandler<M extends DescMethod> = (
  request: MessageShape<M['input']>,
  call: CallInfo,
) => Sendable<M['output']> | Promise<Sendable<M['output']>>

/** A call in which both sides send as they please; the handler returns at once and answers through it. */
export interface Duplex<I extends DescMessage, O extends DescMessage> extends Omit<CallInfo, 'bytes'> {
  onMessage(listener: (message: MessageShape<I>) => void): void
  /** Calls back once: the client said all it had to say, went away, or the stream broke. */
  onEnd(listener: () => void): void
  send(message: Sendable<O>): void
  /** Ends the call: well, with a status, or with the whole connection. */
  end(error?: GrpcError | HungUp): void
}

type DuplexHandler<M extends DescMethod> = (call: Duplex<M['input'], M['output']>) => void

type MethodsOf<S extends DescService> = S['method']

/** A message to send: its fields, or its bytes when the handler has encoded it itself. */
export type Sendable<D extends DescMessage> = MessageInitShape<D> | Buffer

/** The fields of a message that is to be sent; what is left out is zero. */
export type Fields<D extends DescMessage> = Exclude<MessageInitShape<D>, MessageShape<D>>

/** The handlers of a service by method; a method without one is answered with UNIMPLEMENTED. */
export type Handlers<S extends DescService> = {
  [K in keyof MethodsOf<S>]?: MethodsOf<S>[K] extends DescMethod
    ? MethodsOf<S>[K]['methodKind'] extends 'unary'
      ? UnaryHandler<MethodsOf<S>[K]>
      : DuplexHandler<MethodsOf<S>[K]>
    : never
}

/** A service with its handlers, ready for `startGrpcServer`. */
export interface ServedService {
  readonly definition: ServiceDefinition
  /** The handlers in the words of grpc-js; `hangUp` resets the connection of a client address. */
  implement(hangUp: HangUp): UntypedServiceImplementation
}

type HangUp = (from: string) => void

/**
 * Ties typed handlers to the service that a generated file describes.
 * @param typeName by which clients ask for it, where an equal service has another name
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

/** A service in the words of grpc-js. Messages stay encoded, so that an unreadable one still reaches its handler. */
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

/** A message as it goes over the wire; the bytes are not copied. */
export function encode<D extends DescMessage>(schema: D, message: Sendable<D>): Buffer {
  if (Buffer.isBuffer(message)) return message
  if (!isMessage(message)) mustHaveFields(schema, message)
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
      // grpc-js tells of the end of an answered call in the same way.
      onGone: (listener: () => void) => {
        call.on('cancelled', () => {
          if (!isAnswered()) listener()
        })
      },
    }
    return encode(method.output, await handler(decode<M['input']>(method.input, call.request), info))
  }
  const reply = async (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
    let answered = false
    try {
      const bytes = await answer(call, () => answered)
      answered = true
      callback(null, bytes)
    } catch (error) {
      answered = true
      if (error instanceof HungUp) hangUp(call.getPeer())
      else callback(serviceErrorOf(error))
    }
  }
  return (call, callback) => void reply(call, callback)
}

/** The rest of the client's time; grpc-js has turned it into a time of day by now. */
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
    const end = (error?: GrpcError | HungUp) => {
      if (error === undefined) call.end()
      else if (error instanceof HungUp) hangUp(call.getPeer())
      else call.emit('error', serviceErrorOf(error))
    }
    handler({
      from: call.getPeer(),
      metadata: call.metadata,
      ...timeoutOf(call),
      onGone: (listener) => {
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
              error instanceof GrpcError || error instanceof HungUp
                ? error
                : new GrpcError('INTERNAL', String(error)),
            )
          }
        }),
      onEnd: (listener) => {
        // A reset is seen as an end too, and before it.
        let over = false
        const once = () => {
          if (!over) listener()
          over = true
        }
        call.on('end', once)
        call.on('cancelled', once)
      },
      send: (message) => {
        if (!call.cancelled && !call.writableEnded) call.write(encode(method.output, message))
      },
      end,
    })
  }
}
