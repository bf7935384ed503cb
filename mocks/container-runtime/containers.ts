import { join } from 'node:path'
import { create, type MessageInitShape } from '@bufbuild/protobuf'
import type { Fields } from '../grpc/service.ts'
import { GrpcError } from '../grpc/status.ts'
import { nowNs, nsOf } from './clock.ts'
import { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
import {
  type ContainerConfig,
  ContainerConfigSchema,
  ContainerEventType,
} from '#protos/container-runtime/containers_pb.ts'
import type { LinuxContainerResources } from '#protos/container-runtime/values_pb.ts'
import { ById, newId } from './ids.ts'
import type { Image } from './images.ts'
import { ContainerLog, type Output } from './logs.ts'
import type { Sandbox } from './sandboxes.ts'

/** End of a process. */
export interface Ending {
  readonly exitCode: number
  /** Default: `Completed` for exit code 0, and `Error` for any other exit code. */
  readonly reason?: string
  readonly message?: string
}

/** Reaction of a process to the stop signal. */
export interface OnSignal extends Ending {
  /** Time until the process exits, in milliseconds; `Infinity` ignores the signal, 0 exits at once. */
  readonly afterMs: number
}

/** A simulated container, without a process. */
export interface Container {
  readonly id: string
  readonly sandbox: Sandbox
  readonly config: ContainerConfig
  readonly image: Pick<Image, 'id'>
  readonly createdAtNs: bigint
  readonly log: ContainerLog
  state: ContainerState
  startedAtNs: bigint
  finishedAtNs: bigint
  /** End of the process; unset while it runs. */
  ending?: Required<Ending>
  onSignal: OnSignal
  /** Resources that the last request set. */
  resources?: LinuxContainerResources
  /** Usage that statistics report. */
  usage: Usage
}

/** Resource usage of a container. */
export interface Usage {
  /** Constant CPU usage in thousandths of a core. */
  readonly milliCores: number
  readonly memoryBytes: number
  /** Bytes in the writable layer of the container. */
  readonly writtenBytes: number
}

/** Initial state of a container that no caller requested. */
export interface ContainerSeed {
  /** Default `running`. */
  readonly state?: 'created' | 'running' | 'exited'
  /** Milliseconds since 1970; default now. Also the time of its start and end. */
  readonly createdAtMs?: number
  /** Default exit code 0. */
  readonly ending?: Ending
}

/** A change of a container's state. */
export interface Change {
  readonly container: Container
  readonly type: ContainerEventType
}

/** End of a process that ignored the stop signal: 128 + SIGKILL. */
export const killedExit: Ending = { exitCode: 137 }

const idleUsage: Usage = { milliCores: 10, memoryBytes: 8 * 1024 * 1024, writtenBytes: 4096 }

/** Containers of a runtime, by id. */
export class Containers extends ById<Container> {
  /**
   * Reaction of new containers to the stop signal; by default they are killed at once, like a program without a signal
   * handler.
   */
  onSignal: OnSignal = { ...killedExit, afterMs: 0 }
  /**
   * Root directory of the node agent in the view of this process: `/proc/<pid>/root`. Default: the root directory of
   * this process.
   */
  filesUnder = ''
  readonly #listeners = new Set<(change: Change) => void>()

  constructor() {
    super('container')
  }

  /** Adds a container that no caller requested, with a log; the default image has no name. */
  plant(
    sandbox: Sandbox,
    config: Fields<typeof ContainerConfigSchema>,
    image: Pick<Image, 'id'>,
    { state = 'running', createdAtMs, ending = { exitCode: 0 } }: ContainerSeed = {},
  ): Container {
    const { name = '', attempt = 0 } = config.metadata ?? {}
    const completeConfig = { image: { image: image.id }, logPath: `${name}-${attempt}.log`, ...config }
    const container = this.add(
      sandbox,
      completeConfig,
      image,
      createdAtMs === undefined ? nowNs() : nsOf(createdAtMs),
    )
    if (state !== 'created') this.#begin(container, container.createdAtNs)
    if (state === 'exited') this.#end(container, ending, container.createdAtNs)
    return container
  }

  /** Creates a requested container without starting it. */
  add(
    sandbox: Sandbox,
    config: MessageInitShape<typeof ContainerConfigSchema>,
    image: Pick<Image, 'id'>,
    createdAtNs = nowNs(),
  ): Container {
    const completeConfig = create(ContainerConfigSchema, config)
    const container: Container = {
      id: newId(),
      sandbox,
      config: completeConfig,
      image,
      createdAtNs,
      log: new ContainerLog(join(this.filesUnder, logPathOf(sandbox, completeConfig))),
      state: ContainerState.CONTAINER_CREATED,
      startedAtNs: 0n,
      finishedAtNs: 0n,
      onSignal: this.onSignal,
      usage: idleUsage,
      ...(completeConfig.linux?.resources && { resources: completeConfig.linux.resources }),
    }
    this.set(container)
    this.#notify(container, ContainerEventType.CONTAINER_CREATED_EVENT)
    return container
  }

  /** Starts a container; throws `GrpcError` if it was started before. */
  start(container: Container): void {
    if (container.state !== ContainerState.CONTAINER_CREATED) {
      throw new GrpcError('FAILED_PRECONDITION', `container ${container.id} was started before`)
    }
    if (!container.sandbox.ready) {
      throw new GrpcError('FAILED_PRECONDITION', `sandbox ${container.sandbox.id} is not ready`)
    }
    this.#begin(container, nowNs())
  }

  /** Lets a process exit. An ended process stays unchanged. */
  exit(id: string, ending: Ending = { exitCode: 0 }): Container {
    const container = this.get(id)
    if (container.state !== ContainerState.CONTAINER_EXITED) this.#end(container, ending, nowNs())
    return container
  }

  /** Lets a running container write to its log. Throws `HarnessError` if it has no log. */
  write(id: string, output: Output): void {
    this.get(id).log.write(output)
  }

  /** Removes a container; a running container is killed first. */
  remove(id: string): void {
    const container = this.find(id)
    if (container === undefined) return
    this.exit(container.id, killedExit)
    this.delete(container.id)
    this.#notify(container, ContainerEventType.CONTAINER_DELETED_EVENT)
  }

  /** Returns the containers of a sandbox, oldest first. */
  in(sandbox: Sandbox): Container[] {
    return this.all.filter((container) => container.sandbox === sandbox)
  }

  /** Calls `listener` for each change of a container's state. The returned function unsubscribes. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #begin(container: Container, atNs: bigint): void {
    container.state = ContainerState.CONTAINER_RUNNING
    container.startedAtNs = atNs
    if (container.config.logPath !== '') container.log.tryOpen()
    this.#notify(container, ContainerEventType.CONTAINER_STARTED_EVENT)
  }

  #end(container: Container, { exitCode, reason, message = '' }: Ending, atNs: bigint): void {
    container.state = ContainerState.CONTAINER_EXITED
    container.finishedAtNs = atNs
    container.ending = { exitCode, reason: reason ?? (exitCode === 0 ? 'Completed' : 'Error'), message }
    container.log.close()
    this.#notify(container, ContainerEventType.CONTAINER_STOPPED_EVENT)
  }

  #notify(container: Container, type: ContainerEventType): void {
    for (const listener of this.#listeners) listener({ container, type })
  }
}

/** Returns the path of a container's log, for the node agent; empty for a container without a log. */
export function logPathOf(sandbox: Sandbox, { logPath }: Pick<ContainerConfig, 'logPath'>): string {
  return logPath === '' ? '' : join(sandbox.config.logDirectory, logPath)
}
