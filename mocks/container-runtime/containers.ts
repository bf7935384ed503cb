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

/** How a process ends. */
export interface Ending {
  readonly exitCode: number
  /** Default `Completed` for 0, `Error` for the rest. */
  readonly reason?: string
  readonly message?: string
}

/** What a process does when it is asked politely to end. */
export interface OnSignal extends Ending {
  /** How long it takes; `Infinity` ignores the signal, 0 ends at once. */
  readonly afterMs: number
}

/** A container, which runs nowhere. */
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
  /** Set once it has ended. */
  ending?: Required<Ending>
  onSignal: OnSignal
  /** As they were last set. */
  resources?: LinuxContainerResources
  /** What it uses, as statistics tell. */
  usage: Usage
}

/** What a container uses. */
export interface Usage {
  /** Thousandths of a core, all the time. */
  readonly milliCores: number
  readonly memoryBytes: number
  /** What it wrote to its own layer. */
  readonly writtenBytes: number
}

/** How a container that nobody asked for begins. */
export interface ContainerSeed {
  /** Default `running`. */
  readonly state?: 'created' | 'running' | 'exited'
  /** Milliseconds since 1970; default now. It started and ended then, too. */
  readonly createdAtMs?: number
  /** Default exit code 0. */
  readonly ending?: Ending
}

/** A change of a container's state. */
export interface Change {
  readonly container: Container
  readonly type: ContainerEventType
}

/** How a process ends that did not heed the polite signal: 128 + SIGKILL. */
export const killed: Ending = { exitCode: 137 }

const idle: Usage = { milliCores: 10, memoryBytes: 8 * 1024 * 1024, writtenBytes: 4096 }

/** The containers of a runtime, by id. */
export class Containers extends ById<Container> {
  /** What new containers do when they are asked to end; a program that knows no signals is killed at once. */
  onSignal: OnSignal = { ...killed, afterMs: 0 }
  /** The node agent's root directory as this process sees it: `/proc/<pid>/root`; default the same. */
  filesUnder = ''
  readonly #listeners = new Set<(change: Change) => void>()

  constructor() {
    super('container')
  }

  /** Puts a container there that nobody asked for, with a log; the default image is without a name. */
  plant(
    sandbox: Sandbox,
    config: Fields<typeof ContainerConfigSchema>,
    image: Pick<Image, 'id'>,
    { state = 'running', createdAtMs, ending = { exitCode: 0 } }: ContainerSeed = {},
  ): Container {
    const { name = '', attempt = 0 } = config.metadata ?? {}
    const whole = { image: { image: image.id }, logPath: `${name}-${attempt}.log`, ...config }
    const container = this.add(sandbox, whole, image, createdAtMs === undefined ? nowNs() : nsOf(createdAtMs))
    if (state !== 'created') this.#begin(container, container.createdAtNs)
    if (state === 'exited') this.#end(container, ending, container.createdAtNs)
    return container
  }

  /** Makes a container as it was asked for; it is not started yet. */
  add(
    sandbox: Sandbox,
    config: MessageInitShape<typeof ContainerConfigSchema>,
    image: Pick<Image, 'id'>,
    createdAtNs = nowNs(),
  ): Container {
    const whole = create(ContainerConfigSchema, config)
    const container: Container = {
      id: newId(),
      sandbox,
      config: whole,
      image,
      createdAtNs,
      log: new ContainerLog(join(this.filesUnder, logPathOf(sandbox, whole))),
      state: ContainerState.CONTAINER_CREATED,
      startedAtNs: 0n,
      finishedAtNs: 0n,
      onSignal: this.onSignal,
      usage: idle,
      ...(whole.linux?.resources && { resources: whole.linux.resources }),
    }
    this.set(container)
    this.#tell(container, ContainerEventType.CONTAINER_CREATED_EVENT)
    return container
  }

  /** Throws `GrpcError` for one that was started before. */
  start(container: Container): void {
    if (container.state !== ContainerState.CONTAINER_CREATED) {
      throw new GrpcError('FAILED_PRECONDITION', `container ${container.id} was started before`)
    }
    if (!container.sandbox.ready) {
      throw new GrpcError('FAILED_PRECONDITION', `sandbox ${container.sandbox.id} is not ready`)
    }
    this.#begin(container, nowNs())
  }

  /** Lets a process end by itself; one that has ended stays as it is. */
  exit(id: string, ending: Ending = { exitCode: 0 }): Container {
    const container = this.get(id)
    if (container.state !== ContainerState.CONTAINER_EXITED) this.#end(container, ending, nowNs())
    return container
  }

  /** Lets a running container write to its log. Throws `HarnessError` when there is no log to write to. */
  write(id: string, output: Output): void {
    this.get(id).log.write(output)
  }

  /** Removes a container; one that runs is killed before. */
  remove(id: string): void {
    const container = this.find(id)
    if (container === undefined) return
    this.exit(container.id, killed)
    this.delete(container.id)
    this.#tell(container, ContainerEventType.CONTAINER_DELETED_EVENT)
  }

  /** The containers of a sandbox, oldest first. */
  in(sandbox: Sandbox): Container[] {
    return this.all.filter((container) => container.sandbox === sandbox)
  }

  /** Calls back for each change of a container's state; the returned function ends that. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #begin(container: Container, atNs: bigint): void {
    container.state = ContainerState.CONTAINER_RUNNING
    container.startedAtNs = atNs
    if (container.config.logPath !== '') container.log.tryOpen()
    this.#tell(container, ContainerEventType.CONTAINER_STARTED_EVENT)
  }

  #end(container: Container, { exitCode, reason, message = '' }: Ending, atNs: bigint): void {
    container.state = ContainerState.CONTAINER_EXITED
    container.finishedAtNs = atNs
    container.ending = { exitCode, reason: reason ?? (exitCode === 0 ? 'Completed' : 'Error'), message }
    container.log.close()
    this.#tell(container, ContainerEventType.CONTAINER_STOPPED_EVENT)
  }

  #tell(container: Container, type: ContainerEventType): void {
    for (const listener of this.#listeners) listener({ container, type })
  }
}

/** Where the log of a container is, for the node agent; empty for one that keeps none. */
export function logPathOf(sandbox: Sandbox, { logPath }: Pick<ContainerConfig, 'logPath'>): string {
  return logPath === '' ? '' : join(sandbox.config.logDirectory, logPath)
}
