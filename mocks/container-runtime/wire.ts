import type { DescService } from '@bufbuild/protobuf'
import { nowMs } from '#harness/time.ts'
import { messageOf } from '#harness/errors.ts'
import { type CallInfo, type Handlers, type ServedService, serve } from '../grpc/service.ts'
import { GrpcError, type StatusName } from '../grpc/status.ts'
import { type Answers, ConnectionReset, type Journal } from '../peer/index.ts'
import type { AnswerName, MethodHandlers, RuntimeAnswers } from './answers.ts'
import { type OpenRequest, openRequest, type RuntimeRequest, type RuntimeMethod } from './request.ts'
import { type EventsCall, type EventStreamParts, serveEvents } from './events.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'

/** Dependencies of the services of a runtime. */
export interface RuntimeServiceParts {
  readonly handlers: MethodHandlers
  readonly answers: Answers<RuntimeAnswers>
  readonly journal: Journal<RuntimeRequest>
  readonly events: EventStreamParts
}

/** Returns the services of the first socket, which serves both containers and images. */
export function runtimeServices(parts: RuntimeServiceParts): ServedService[] {
  const handlers = handlersOf(RuntimeService, parts, 'runtime') as Handlers<typeof RuntimeService>
  const getContainerEvents = (call: EventsCall) => {
    const request = openRequest('GetContainerEvents', {}, 'runtime', call)
    parts.journal.record(request)
    serveEvents(call, parts.events, (error) => recordResult(parts, request, error))
  }
  return [
    serve(RuntimeService, { ...handlers, getContainerEvents }),
    serve(ImageService, handlersOf(ImageService, parts, 'runtime') as Handlers<typeof ImageService>),
  ]
}

/** Returns the services of the second socket, which serves only images. */
export function imageServices(parts: RuntimeServiceParts): ServedService[] {
  return [serve(ImageService, handlersOf(ImageService, parts, 'images') as Handlers<typeof ImageService>)]
}

type AnyMethodHandler = (request: object, call: CallInfo) => object | Promise<object>
type AnyAnswer = (honest: () => Promise<object>, request: RuntimeRequest) => unknown

function handlersOf(
  { methods }: DescService,
  parts: RuntimeServiceParts,
  socket: RuntimeRequest['socket'],
): Record<string, AnyMethodHandler> {
  const unaryMethods = methods.filter(({ methodKind }) => methodKind === 'unary')
  const handlers = unaryMethods.map(({ name, localName }): [string, AnyMethodHandler] => [
    localName,
    (request, call) => {
      const entry = openRequest(name as RuntimeMethod, request, socket, call)
      parts.journal.record(entry)
      return handleRequest(parts, localName as AnswerName, entry, request, call)
    },
  ])
  return Object.fromEntries(handlers)
}

/** Responds with a fault or with the correct action, and records the result. */
async function handleRequest(
  parts: RuntimeServiceParts,
  name: AnswerName,
  entry: OpenRequest,
  request: object,
  call: CallInfo,
): Promise<object> {
  const { handlers, answers } = parts
  call.onDisconnected(() => {
    recordResult(parts, entry, new GrpcError('CANCELLED', 'the caller went before it was answered'))
  })
  const handler = handlers[name] as AnyMethodHandler | undefined
  const honest = async () => {
    // A caller that has left in the meantime receives no response: a runtime respects the deadline of its caller.
    if (entry.outcome !== undefined) throw new GrpcError('CANCELLED', 'the caller has gone')
    if (handler === undefined) throw new GrpcError('UNIMPLEMENTED', `${entry.method} is not implemented`)
    return handler(request, call)
  }
  try {
    const answer = await respond(answers.overrides[name] as AnyAnswer | undefined, honest, entry)
    recordResult(parts, entry)
    return answer
  } catch (error) {
    recordResult(parts, entry, error)
    throw error
  }
}

async function respond(
  override: AnyAnswer | undefined,
  honest: () => Promise<object>,
  request: RuntimeRequest,
): Promise<object> {
  if (override === undefined) return honest()
  const overriddenResponse = await override(honest, request)
  // A response is an object, so a function can only be an action.
  return typeof overriddenResponse === 'function'
    ? (overriddenResponse as () => Promise<object>)()
    : (overriddenResponse as object)
}

/** Records the result of a request; only the first result is kept. */
function recordResult({ journal }: RuntimeServiceParts, request: OpenRequest, error?: unknown): void {
  if (request.outcome !== undefined) return
  request.outcome = {
    atMs: nowMs(),
    status: statusOf(error),
    ...(error !== undefined && { message: messageOf(error) }),
  }
  journal.settle(request, request.outcome.status)
}

function statusOf(error: unknown): StatusName {
  if (error === undefined) return 'OK'
  // Status that the caller's own library reports when a connection breaks.
  if (error instanceof ConnectionReset) return 'UNAVAILABLE'
  return error instanceof GrpcError ? error.code : 'UNKNOWN'
}
