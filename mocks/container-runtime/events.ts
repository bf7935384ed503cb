import type { Duplex } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import { nowNs } from './clock.ts'
import { containerStatusOf } from './container-methods.ts'
import type { Containers } from './containers.ts'
import type {
  ContainerEventResponseSchema,
  GetEventsRequestSchema,
} from '#protos/container-runtime/containers_pb.ts'
import { sandboxStatusOf } from './sandbox-methods.ts'

/** A call that receives events; the caller sends nothing after its request. */
export type EventsCall = Duplex<typeof GetEventsRequestSchema, typeof ContainerEventResponseSchema>

/** Containers whose changes are sent as events, and the support for events. */
export interface EventStreamParts {
  readonly containers: Containers
  /** True if the runtime implements the request; older runtimes do not. */
  readonly isSupported: boolean
}

/**
 * Sends each change of a container to a caller until it leaves; `onEnd` is called once, with the error if the call was
 * rejected.
 */
export function serveEvents(
  call: EventsCall,
  { containers, isSupported: isEnabled }: EventStreamParts,
  onEnd: (error?: GrpcError) => void,
): void {
  if (!isEnabled) {
    const refusal = new GrpcError('UNIMPLEMENTED', 'GetContainerEvents is not implemented')
    onEnd(refusal)
    call.end(refusal)
    return
  }
  const unsubscribe = containers.onChange(({ container, type }) => {
    call.send({
      containerId: container.id,
      containerEventType: type,
      createdAt: nowNs(),
      podSandboxStatus: sandboxStatusOf(container.sandbox),
      containersStatuses: containers.in(container.sandbox).map(containerStatusOf),
    })
  })
  call.onDisconnected(() => {
    unsubscribe()
    onEnd(new GrpcError('CANCELLED', 'the caller went'))
  })
}
