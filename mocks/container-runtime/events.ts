import type { Duplex } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import { nowNs } from './clock.ts'
import { containerStatusOf } from './container-deeds.ts'
import type { Containers } from './containers.ts'
import type {
  ContainerEventResponseSchema,
  GetEventsRequestSchema,
} from '#protos/container-runtime/containers_pb.ts'
import { sandboxStatusOf } from './sandbox-deeds.ts'

/** A call that is told of events; the caller says nothing after it has asked. */
export type EventsCall = Duplex<typeof GetEventsRequestSchema, typeof ContainerEventResponseSchema>

/** Where events come from. */
export interface EventSource {
  readonly containers: Containers
  /** Whether events are told at all; older runtimes do not know the question. */
  readonly told: boolean
}

/** Tells a caller of each change of a container until it goes; `ended` is called once, with the refusal if it was one. */
export function serveEvents(
  call: EventsCall,
  { containers, told }: EventSource,
  ended: (error?: GrpcError) => void,
): void {
  if (!told) {
    const refusal = new GrpcError('UNIMPLEMENTED', 'GetContainerEvents is not implemented')
    ended(refusal)
    call.end(refusal)
    return
  }
  const forget = containers.onChange(({ container, type }) => {
    call.send({
      containerId: container.id,
      containerEventType: type,
      createdAt: nowNs(),
      podSandboxStatus: sandboxStatusOf(container.sandbox),
      containersStatuses: containers.in(container.sandbox).map(containerStatusOf),
    })
  })
  call.onGone(() => {
    forget()
    ended(new GrpcError('CANCELLED', 'the caller went'))
  })
}
