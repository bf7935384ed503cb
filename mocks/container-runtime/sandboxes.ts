import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import type { Fields } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import { nowNs, nsOf } from './clock.ts'
import {
  type LinuxPodSandboxConfig,
  type PodSandboxConfig,
  PodSandboxConfigSchema,
} from '#protos/container-runtime/sandboxes_pb.ts'
import { NamespaceMode } from '#protos/container-runtime/security_pb.ts'
import { ById, newId } from './ids.ts'

/** Sandbox that the containers of a pod share. */
export interface Sandbox {
  readonly id: string
  readonly config: PodSandboxConfig
  readonly handler: string
  readonly createdAtNs: bigint
  /** Address of the pod; empty on the network of the node. */
  readonly ip: string
  ready: boolean
  /** Resources that the last request set. */
  resources: Pick<LinuxPodSandboxConfig, 'overhead' | 'resources'>
}

/** Initial state of a sandbox that no caller requested. */
export interface SandboxSeed {
  readonly handler?: string
  /** Default true. */
  readonly ready?: boolean
  /** Milliseconds since 1970; default now. */
  readonly createdAtMs?: number
}

const addressesPerByte = 256
// First address of a pod. The network and its gateway use the first two addresses, as on a real node.
const firstAddress = 2

/** Sandboxes of a runtime, by id. */
export class Sandboxes extends ById<Sandbox> {
  #nextAddressNumber = firstAddress

  readonly #logRoot: string

  /** @param logRoot absolute path of the directory for the logs of planted sandboxes */
  constructor(logRoot: string) {
    super('sandbox')
    this.#logRoot = logRoot
  }

  /** Adds a sandbox that no caller requested. Node agents ignore sandboxes without a log directory. */
  plant(config: Fields<typeof PodSandboxConfigSchema>, seed: SandboxSeed = {}): Sandbox {
    const { namespace = '', name = '', uid = '' } = config.metadata ?? {}
    const logDirectory = join(this.#logRoot, `${namespace}_${name}_${uid}`)
    if (config.logDirectory === undefined) mkdirSync(logDirectory, { recursive: true })
    return this.add({ logDirectory, ...config }, seed)
  }

  /** Creates a requested sandbox. */
  add(config: MessageInitShape<typeof PodSandboxConfigSchema>, seed: SandboxSeed = {}): Sandbox {
    const completeConfig = create(PodSandboxConfigSchema, config)
    const { linux } = completeConfig
    const usesNodeNetwork = linux?.securityContext?.namespaceOptions?.network === NamespaceMode.NODE
    const sandbox: Sandbox = {
      id: newId(),
      config: completeConfig,
      handler: seed.handler ?? '',
      createdAtNs: seed.createdAtMs === undefined ? nowNs() : nsOf(seed.createdAtMs),
      ip: usesNodeNetwork ? '' : this.#nextAddress(),
      ready: seed.ready ?? true,
      resources: {
        ...(linux?.overhead && { overhead: linux.overhead }),
        ...(linux?.resources && { resources: linux.resources }),
      },
    }
    this.set(sandbox)
    return sandbox
  }

  /** Throws `GrpcError` (ALREADY_EXISTS) if the attempt of a pod already has a sandbox. */
  checkNew({ metadata }: PodSandboxConfig): void {
    if (metadata === undefined) throw new GrpcError('INVALID_ARGUMENT', 'the sandbox has no metadata')
    const { name, namespace, uid, attempt } = metadata
    const existingSandbox = this.all.find(({ config }) => {
      const otherMetadata = config.metadata
      return (
        otherMetadata?.name === name &&
        otherMetadata.namespace === namespace &&
        otherMetadata.uid === uid &&
        otherMetadata.attempt === attempt
      )
    })
    if (existingSandbox === undefined) return
    throw new GrpcError(
      'ALREADY_EXISTS',
      `sandbox ${existingSandbox.id} is attempt ${attempt} at ${namespace}/${name}`,
    )
  }

  #nextAddress(): string {
    const addressNumber = this.#nextAddressNumber
    this.#nextAddressNumber += 1
    return `10.88.${Math.floor(addressNumber / addressesPerByte) % addressesPerByte}.${addressNumber % addressesPerByte}`
  }
}
