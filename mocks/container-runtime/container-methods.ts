import type { Fields } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import type { MethodHandlers } from './answers.ts'
import { type Container, type Containers, logPathOf } from './containers.ts'
import {
  type ContainerSchema,
  ContainerState,
  type ContainerStatusSchema,
} from '#protos/container-runtime/container-status_pb.ts'
import { matchesSelector } from './ids.ts'
import type { Images } from './images.ts'
import type { Sandboxes } from './sandboxes.ts'
import { ContainerStopper } from './stopper.ts'

/** Dependencies of the container methods. */
export interface ContainerParts {
  readonly sandboxes: Sandboxes
  readonly containers: Containers
  readonly images: Images
}

const msPerSecond = 1000

/** Actions of a correct runtime on containers. Stopping or removing a missing container is not an error. */
export function containerMethods({ sandboxes, containers, images }: ContainerParts): MethodHandlers {
  const stopper = new ContainerStopper(containers)
  return {
    createContainer: ({ podSandboxId, config }) => {
      const sandbox = sandboxes.get(podSandboxId)
      const { metadata, image: wantedImage } = config ?? {}
      if (config === undefined || metadata === undefined || wantedImage === undefined) {
        throw new GrpcError('INVALID_ARGUMENT', 'the container has no config, no metadata or no image')
      }
      if (!sandbox.ready) throw new GrpcError('FAILED_PRECONDITION', `sandbox ${sandbox.id} is not ready`)
      const image = images.find(wantedImage.image)
      if (image === undefined) throw new GrpcError('NOT_FOUND', `there is no image ${wantedImage.image}`)
      const { name, attempt } = metadata
      const existingContainer = containers
        .in(sandbox)
        .find(
          (container) =>
            container.config.metadata?.name === name && container.config.metadata.attempt === attempt,
        )
      if (existingContainer !== undefined) {
        throw new GrpcError(
          'ALREADY_EXISTS',
          `container ${existingContainer.id} is attempt ${attempt} at ${name}`,
        )
      }
      image.lastUsedMs = Date.now()
      return { containerId: containers.add(sandbox, config, image).id }
    },

    startContainer: ({ containerId }) => {
      containers.start(containers.get(containerId))
      return {}
    },

    stopContainer: async ({ containerId, timeout }, call) => {
      const container = containers.find(containerId)
      if (container !== undefined) await stopper.stop(container, Number(timeout) * msPerSecond, call)
      return {}
    },

    removeContainer: ({ containerId }) => {
      containers.remove(containerId)
      return {}
    },

    containerStatus: ({ containerId, verbose }) => {
      const container = containers.get(containerId)
      return {
        status: containerStatusOf(container),
        ...(verbose && { info: { info: JSON.stringify({ sandboxID: container.sandbox.id }) } }),
      }
    },

    listContainers: ({ filter }) => ({
      containers: containers.all
        .filter(
          ({ id, sandbox, state, config }) =>
            id.startsWith(filter?.id ?? '') &&
            sandbox.id.startsWith(filter?.podSandboxId ?? '') &&
            (filter?.state === undefined || filter.state.state === state) &&
            matchesSelector(filter?.labelSelector, config.labels),
        )
        .map(containerOf),
    }),

    updateContainerResources: ({ containerId, linux }) => {
      const container = containers.get(containerId)
      if (linux !== undefined) container.resources = linux
      return {}
    },

    reopenContainerLog: ({ containerId }) => {
      const container = containers.get(containerId)
      if (container.state !== ContainerState.CONTAINER_RUNNING) {
        throw new GrpcError('FAILED_PRECONDITION', `container ${container.id} is not running`)
      }
      container.log.open()
      return {}
    },

    execSync: ({ containerId, cmd }) => {
      const container = containers.get(containerId)
      if (container.state !== ContainerState.CONTAINER_RUNNING) {
        throw new GrpcError('FAILED_PRECONDITION', `container ${container.id} is not running`)
      }
      // No command is run. The response is the result of a command that prints its arguments and exits with 0.
      return { stdout: Buffer.from(`${cmd.join(' ')}\n`), exitCode: 0 }
    },
  }
}

function containerOf({
  id,
  sandbox,
  config,
  image,
  state,
  createdAtNs,
}: Container): Fields<typeof ContainerSchema> {
  return {
    id,
    podSandboxId: sandbox.id,
    state,
    createdAt: createdAtNs,
    labels: config.labels,
    annotations: config.annotations,
    imageRef: image.id,
    imageId: image.id,
    ...(config.metadata && { metadata: config.metadata }),
    ...(config.image && { image: config.image }),
  }
}

/** Returns the full status of a container in the form of the interface. */
export function containerStatusOf(container: Container): Fields<typeof ContainerStatusSchema> {
  const { sandbox, config, ending, resources, startedAtNs, finishedAtNs } = container
  const { podSandboxId: _, ...listed } = containerOf(container)
  return {
    ...listed,
    startedAt: startedAtNs,
    finishedAt: finishedAtNs,
    ...ending,
    mounts: config.mounts,
    logPath: logPathOf(sandbox, config),
    stopSignal: config.stopSignal,
    ...(resources && { resources: { linux: resources } }),
  }
}
