import { GrpcError } from '../grpc/status.ts'
import type { Deeds } from './answers.ts'
import type { Containers } from './containers.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import type { Sandboxes } from './sandboxes.ts'
import type { Streams } from './streams.ts'

/** What streams lead to. */
export interface StreamParts {
  readonly sandboxes: Sandboxes
  readonly containers: Containers
  readonly streams: Streams
}

/** What a good runtime does when somebody wants to talk to a container: it tells where. */
export function streamDeeds({ sandboxes, containers, streams }: StreamParts): Deeds {
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
