import type { DescService } from '@bufbuild/protobuf'
import { nowMs } from '#harness/time.ts'
import { messageOf } from '#harness/errors.ts'
import { type CallInfo, type Handlers, type ServedService, serve } from '../grpc/service.ts'
import { GrpcError, type StatusName } from '../grpc/status.ts'
import { type Answers, HungUp, type Journal } from '../peer/index.ts'
import type { AnswerName, Deeds, RuntimeAnswers } from './answers.ts'
import { type OpenQuestion, question, type RuntimeAsked, type RuntimeMethod } from './asked.ts'
import { type EventsCall, type EventSource, serveEvents } from './events.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'

/** Dependencies of the services of a runtime. */
export interface Wiring {
  readonly deeds: Deeds
  readonly answers: Answers<RuntimeAnswers>
  readonly journal: Journal<RuntimeAsked>
  readonly events: EventSource
}

/** Returns the services of the runtime's own socket: containers and images. */
export function runtimeServices(wiring: Wiring): ServedService[] {
  const handlers = handlersOf(RuntimeService, wiring, 'runtime') as Handlers<typeof RuntimeService>
  const getContainerEvents = (call: EventsCall) => {
    const asked = question('GetContainerEvents', {}, 'runtime', call)
    wiring.journal.record(asked)
    serveEvents(call, wiring.events, (error) => settle(wiring, asked, error))
  }
  return [
    serve(RuntimeService, { ...handlers, getContainerEvents }),
    serve(ImageService, handlersOf(ImageService, wiring, 'runtime') as Handlers<typeof ImageService>),
  ]
}

/** Returns the services of a socket for images. */
export function imageServices(wiring: Wiring): ServedService[] {
  return [serve(ImageService, handlersOf(ImageService, wiring, 'images') as Handlers<typeof ImageService>)]
}

type AnyDeed = (request: object, call: CallInfo) => object | Promise<object>
type AnyAnswer = (honest: () => Promise<object>, asked: RuntimeAsked) => unknown

function handlersOf(
  { methods }: DescService,
  wiring: Wiring,
  socket: RuntimeAsked['socket'],
): Record<string, AnyDeed> {
  const unary = methods.filter(({ methodKind }) => methodKind === 'unary')
  const handlers = unary.map(({ name, localName }): [string, AnyDeed] => [
    localName,
    (request, call) => {
      const asked = question(name as RuntimeMethod, request, socket, call)
      wiring.journal.record(asked)
      return answered(wiring, localName as AnswerName, asked, request, call)
    },
  ])
  return Object.fromEntries(handlers)
}

/** Responds with a fault or with the correct action, and records the result. */
async function answered(
  wiring: Wiring,
  name: AnswerName,
  asked: OpenQuestion,
  request: object,
  call: CallInfo,
): Promise<object> {
  const { deeds, answers } = wiring
  call.onGone(() => {
    settle(wiring, asked, new GrpcError('CANCELLED', 'the caller went before it was answered'))
  })
  const deed = deeds[name] as AnyDeed | undefined
  const honest = async () => {
    // A caller that has left meanwhile is not served any more, as a runtime respects the deadline of its caller.
    if (asked.outcome !== undefined) throw new GrpcError('CANCELLED', 'the caller has gone')
    if (deed === undefined) throw new GrpcError('UNIMPLEMENTED', `${asked.method} is not implemented`)
    return deed(request, call)
  }
  try {
    const answer = await decide(answers.overrides[name] as AnyAnswer | undefined, honest, asked)
    settle(wiring, asked)
    return answer
  } catch (error) {
    settle(wiring, asked, error)
    throw error
  }
}

async function decide(
  override: AnyAnswer | undefined,
  honest: () => Promise<object>,
  asked: RuntimeAsked,
): Promise<object> {
  if (override === undefined) return honest()
  const decided = await override(honest, asked)
  // A response is an object, so a function can only be an action.
  return typeof decided === 'function' ? (decided as () => Promise<object>)() : (decided as object)
}

/** Records the result of a request; only the first one is kept. */
function settle({ journal }: Wiring, asked: OpenQuestion, error?: unknown): void {
  if (asked.outcome !== undefined) return
  asked.outcome = {
    atMs: nowMs(),
    status: statusOf(error),
    ...(error !== undefined && { message: messageOf(error) }),
  }
  journal.settle(asked, asked.outcome.status)
}

function statusOf(error: unknown): StatusName {
  if (error === undefined) return 'OK'
  // Status that the caller's own library reports when a connection breaks.
  if (error instanceof HungUp) return 'UNAVAILABLE'
  return error instanceof GrpcError ? error.code : 'UNKNOWN'
}
