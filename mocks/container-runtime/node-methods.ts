import { GrpcError } from '../grpc/status.ts'
import type { MethodHandlers } from './answers.ts'
import { CgroupDriver } from '#protos/container-runtime/node_pb.ts'

/** Facts about the runtime, and facts about the node that the runtime received. */
export interface NodeFacts {
  /** Handlers that sandboxes may name; an empty name is the default handler. */
  readonly handlers: readonly string[]
  /** With `untold`, the runtime does not implement RuntimeConfig, so that agents use their own configuration. */
  cgroupDriver: 'cgroupfs' | 'systemd' | 'untold'
  /** Address range of the pods, as last sent by the node agent. */
  podCidr?: string
}

const cgroupDrivers = { cgroupfs: CgroupDriver.CGROUPFS, systemd: CgroupDriver.SYSTEMD } as const

/** Actions of a correct runtime on its version, status and configuration. */
export function nodeMethods(facts: NodeFacts): MethodHandlers {
  return {
    version: () => ({
      version: '0.1.0',
      runtimeName: 'orch-conformance',
      runtimeVersion: '1.0.0',
      runtimeApiVersion: 'v1',
    }),

    status: ({ verbose }) => ({
      status: {
        conditions: [
          { type: 'RuntimeReady', status: true },
          { type: 'NetworkReady', status: true },
        ],
      },
      runtimeHandlers: facts.handlers.map((name) => ({
        name,
        features: { recursiveReadOnlyMounts: true, userNamespaces: true },
      })),
      features: { supplementalGroupsPolicy: true },
      ...(verbose && { info: { config: JSON.stringify(facts) } }),
    }),

    runtimeConfig: () => {
      const { cgroupDriver } = facts
      if (cgroupDriver === 'untold') throw new GrpcError('UNIMPLEMENTED', 'RuntimeConfig is not implemented')
      return { linux: { cgroupDriver: cgroupDrivers[cgroupDriver] } }
    },

    updateRuntimeConfig: ({ runtimeConfig }) => {
      const podCidr = runtimeConfig?.networkConfig?.podCidr ?? ''
      if (podCidr !== '') facts.podCidr = podCidr
      return {}
    },
  }
}
