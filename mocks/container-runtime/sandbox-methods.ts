import type { Fields } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import type { MethodHandlers } from './answers.ts'
import { nowNs } from './clock.ts'
import { containerStatusOf } from './container-methods.ts'
import { type Containers, killedExit } from './containers.ts'
import {
  PodSandboxState,
  type PodSandboxSchema,
  type PodSandboxStatusSchema,
} from '#protos/container-runtime/sandboxes_pb.ts'
import { matchesSelector } from './ids.ts'
import type { Sandbox, Sandboxes } from './sandboxes.ts'

/** Dependencies of the sandbox methods. */
export interface SandboxParts {
  readonly sandboxes: Sandboxes
  readonly containers: Containers
  /** Handlers that sandboxes may name. */
  readonly handlers: readonly string[]
}

/** Actions of a correct runtime on sandboxes. Stopping or removing a missing sandbox is not an error. */
export function sandboxMethods({ sandboxes, containers, handlers }: SandboxParts): MethodHandlers {
  const stop = (sandbox: Sandbox) => {
    for (const { id } of containers.in(sandbox)) containers.exit(id, killedExit)
    sandbox.ready = false
  }
  return {
    runPodSandbox: ({ config, runtimeHandler }) => {
      if (config === undefined) throw new GrpcError('INVALID_ARGUMENT', 'the sandbox has no config')
      if (!handlers.includes(runtimeHandler)) {
        throw new GrpcError('INVALID_ARGUMENT', `there is no handler ${runtimeHandler}`)
      }
      sandboxes.checkNew(config)
      return { podSandboxId: sandboxes.add(config, { handler: runtimeHandler }).id }
    },

    stopPodSandbox: ({ podSandboxId }) => {
      const sandbox = sandboxes.find(podSandboxId)
      if (sandbox !== undefined) stop(sandbox)
      return {}
    },

    removePodSandbox: ({ podSandboxId }) => {
      const sandbox = sandboxes.find(podSandboxId)
      if (sandbox === undefined) return {}
      stop(sandbox)
      for (const { id } of containers.in(sandbox)) containers.remove(id)
      sandboxes.delete(sandbox.id)
      return {}
    },

    podSandboxStatus: ({ podSandboxId, verbose }) => {
      const sandbox = sandboxes.get(podSandboxId)
      return {
        status: sandboxStatusOf(sandbox),
        containersStatuses: containers.in(sandbox).map(containerStatusOf),
        timestamp: nowNs(),
        ...(verbose && { info: { info: JSON.stringify({ handler: sandbox.handler }) } }),
      }
    },

    listPodSandbox: ({ filter }) => ({
      items: sandboxes.all
        .filter(
          (sandbox) =>
            sandbox.id.startsWith(filter?.id ?? '') &&
            (filter?.state === undefined || filter.state.state === stateOf(sandbox)) &&
            matchesSelector(filter?.labelSelector, sandbox.config.labels),
        )
        .map(sandboxOf),
    }),

    updatePodSandboxResources: ({ podSandboxId, overhead, resources }) => {
      sandboxes.get(podSandboxId).resources = {
        ...(overhead && { overhead }),
        ...(resources && { resources }),
      }
      return {}
    },
  }
}

function stateOf({ ready }: Sandbox): PodSandboxState {
  return ready ? PodSandboxState.SANDBOX_READY : PodSandboxState.SANDBOX_NOTREADY
}

function sandboxOf(sandbox: Sandbox): Fields<typeof PodSandboxSchema> {
  const { id, config, createdAtNs, handler } = sandbox
  return {
    id,
    state: stateOf(sandbox),
    createdAt: createdAtNs,
    labels: config.labels,
    annotations: config.annotations,
    runtimeHandler: handler,
    ...(config.metadata && { metadata: config.metadata }),
  }
}

/** Returns the full status of a sandbox in the form of the interface. */
export function sandboxStatusOf(sandbox: Sandbox): Fields<typeof PodSandboxStatusSchema> {
  const options = sandbox.config.linux?.securityContext?.namespaceOptions
  return {
    ...sandboxOf(sandbox),
    // A stopped sandbox has no address any more.
    network: { ip: sandbox.ready ? sandbox.ip : '' },
    linux: { namespaces: { ...(options && { options }) } },
  }
}
