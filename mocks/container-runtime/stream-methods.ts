import { GrpcError } from '../grpc/status.ts'
import type { MethodHandlers } from './answers.ts'
import type { Containers } from './containers.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import type { Sandboxes } from './sandboxes.ts'
import type { Streams } from './streams.ts'

/** Dependencies of the streaming methods. */
export interface StreamParts {
  readonly sandboxes: Sandboxes
  readonly containers: Containers
  readonly streams: Streams
}

/** Actions of a correct runtime for requests to stream to a container. Each returns the address of the stream. */
export function streamMethods({ sandboxes, containers, streams }: StreamParts): MethodHandlers {
  const checkRunning = (id: string) => {
    const container = containers.get(id)
    if (container.state !== ContainerState.CONTAINER_RUNNING) {
      throw new GrpcError('FAILED_PRECONDITION', `container ${container.id} is not running`)
    }
  }
  return {
    exec: async ({ containerId }) => {
      checkRunning(containerId)
      return { url: await streams.open('exec') }
    },

    attach: async ({ containerId }) => {
      checkRunning(containerId)
      return { url: await streams.open('attach') }
    },

    portForward: async ({ podSandboxId }) => {
      const sandbox = sandboxes.get(podSandboxId)
      if (!sandbox.ready) throw new GrpcError('FAILED_PRECONDITION', `sandbox ${sandbox.id} is not ready`)
      return { url: await streams.open('portforward') }
    },
  }
}
