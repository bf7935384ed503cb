import type { DescMessage, DescMethod, MessageShape } from '@bufbuild/protobuf'
import { type Client, type ClientDuplexStream, Metadata } from '@grpc/grpc-js'
import { methodDefinition } from './method.ts'

type Method<I extends DescMessage, O extends DescMessage> = DescMethod & {
  readonly input: I
  readonly output: O
}

/** Calls a unary method. Rejects with the gRPC status as an error. */
export function call<I extends DescMessage, O extends DescMessage>(
  client: Client,
  method: Method<I, O>,
  request: MessageShape<I>,
  withinMs: number,
): Promise<MessageShape<O>> {
  const { path, requestSerialize, responseDeserialize } = methodDefinition(method)
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      new Metadata(),
      { deadline: Date.now() + withinMs },
      (error, answer) => {
        if (error === null && answer !== undefined) resolve(answer)
        else reject(error ?? new Error(`${path}: no answer`))
      },
    )
  })
}

/** Opens a bidirectional stream. */
export function openStream<I extends DescMessage, O extends DescMessage>(
  client: Client,
  method: Method<I, O>,
): ClientDuplexStream<MessageShape<I>, MessageShape<O>> {
  const { path, requestSerialize, responseDeserialize } = methodDefinition(method)
  return client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
}
