import type { MessageShape } from '@bufbuild/protobuf'
import type { CallInfo, Fields } from '../grpc/service.ts'
import type { Methods, RuntimeRequest } from './request.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'

/** Name of a method with one response, as in the scripted responses: `runPodSandbox`. */
export type AnswerName = {
  [K in keyof Methods]: Methods[K]['methodKind'] extends 'unary' ? K : never
}[keyof Methods]

/** Response of a method. */
export type ResponseTo<K extends AnswerName> = Fields<Methods[K]['output']>

/** Function that performs a method and returns its response. Throws `GrpcError`. */
export type MethodHandler<K extends AnswerName> = (
  request: MessageShape<Methods[K]['input']>,
  call: CallInfo,
) => ResponseTo<K> | Promise<ResponseTo<K>>

/** Actions of a correct runtime; methods without one are UNIMPLEMENTED. */
export type MethodHandlers = { readonly [K in AnswerName]?: MethodHandler<K> }

/**
 * Decides the response to a request. The correct response is an action: nothing is read or changed until it is called,
 * so a fault can come before it, instead of it or after it. May return another action, or the response itself; a thrown
 * error is the status.
 */
export type RuntimeAnswer<K extends AnswerName> = (
  honest: () => Promise<ResponseTo<K>>,
  request: RuntimeRequest<Capitalize<K>>,
) => HandlerResult<ResponseTo<K>> | Promise<HandlerResult<ResponseTo<K>>>

type HandlerResult<Value> = Value | (() => Promise<Value>)

/** Responses of the runtime that can be scripted, by method. */
export type RuntimeAnswers = { readonly [K in AnswerName]: RuntimeAnswer<K> }

/** Responses that a script may set. */
export const answerNames = [RuntimeService, ImageService]
  .flatMap(({ methods }) => methods)
  .filter(({ methodKind }) => methodKind === 'unary')
  .map(({ localName }) => localName as AnswerName)
