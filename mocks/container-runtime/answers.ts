import type { MessageShape } from '@bufbuild/protobuf'
import type { CallInfo, Fields } from '../grpc/service.ts'
import type { Methods, RuntimeAsked } from './asked.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'

/** The methods that have one answer, as the peer's answers name them: `runPodSandbox`. */
export type AnswerName = {
  [K in keyof Methods]: Methods[K]['methodKind'] extends 'unary' ? K : never
}[keyof Methods]

/** What a method answers with. */
export type AnswerTo<K extends AnswerName> = Fields<Methods[K]['output']>

/** Does what a method asks for, and answers. Throws `GrpcError`. */
export type Deed<K extends AnswerName> = (
  request: MessageShape<Methods[K]['input']>,
  call: CallInfo,
) => AnswerTo<K> | Promise<AnswerTo<K>>

/** What a good runtime does; methods without a deed are UNIMPLEMENTED. */
export type Deeds = { readonly [K in AnswerName]?: Deed<K> }

/**
 * Decides over an answer. The honest one is a deed: nothing is read or changed until it is called, so a lie can come
 * before it, instead of it or after it. May give another deed, or the answer itself; what it throws is the status.
 */
export type RuntimeAnswer<K extends AnswerName> = (
  honest: () => Promise<AnswerTo<K>>,
  asked: RuntimeAsked<Capitalize<K>>,
) => Decided<AnswerTo<K>> | Promise<Decided<AnswerTo<K>>>

type Decided<Value> = Value | (() => Promise<Value>)

/** What the runtime can be told to answer otherwise, by method. */
export type RuntimeAnswers = { readonly [K in AnswerName]: RuntimeAnswer<K> }

/** The answers that a script may give. */
export const answerNames = [RuntimeService, ImageService]
  .flatMap(({ methods }) => methods)
  .filter(({ methodKind }) => methodKind === 'unary')
  .map(({ localName }) => localName as AnswerName)
