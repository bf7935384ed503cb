import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GrpcPeer, grpcPeer } from '../grpc/peer.ts'
import { Answers, Journal } from '../peer/index.ts'
import { answerNames, type RuntimeAnswers } from './answers.ts'
import type { RuntimeRequest, RuntimeMethod } from './request.ts'
import { Containers } from './containers.ts'
import type { Disk } from './disk.ts'
import { startSockets } from './sockets.ts'
import { honestMethods } from './honest.ts'
import { Images } from './images.ts'
import type { NodeFacts } from './node-methods.ts'
import { Sandboxes } from './sandboxes.ts'
import { Streams } from './streams.ts'

export type { AnswerName, RuntimeAnswer, RuntimeAnswers } from './answers.ts'
export type { Outcome, Requests, RuntimeRequest, RuntimeMethod } from './request.ts'
export type { Container, ContainerSeed, Containers, Ending, OnSignal, Usage } from './containers.ts'
export type { Disk } from './disk.ts'
export { CgroupDriver } from '#protos/container-runtime/node_pb.ts'
export { ContainerState } from '#protos/container-runtime/container-status_pb.ts'
export {
  NamespaceMode,
  SecurityProfile_ProfileType as ProfileType,
} from '#protos/container-runtime/security_pb.ts'
export type { Image, ImageSeed, Images } from './images.ts'
export * from './faults.ts'
export type { LogStream, Output } from './logs.ts'
export type { NodeFacts } from './node-methods.ts'
export type { Sandbox, Sandboxes, SandboxSeed } from './sandboxes.ts'

/** Listener options of a runtime, and the facts that it reports. */
export interface ContainerRuntimeOptions {
  /** Existing directory for the sockets, with a short path. Default: a new directory. */
  readonly directory?: string
  /** Reported cgroup driver; default `cgroupfs`. */
  readonly cgroupDriver?: NodeFacts['cgroupDriver']
  /** Handlers that sandboxes may name in addition to the default handler. Default: none. */
  readonly handlers?: readonly string[]
  /** Reported location of images; default the directory of the sockets. */
  readonly mountpoint?: string
  /** True if the runtime reports containers as a stream of events. Default: false; the method is UNIMPLEMENTED. */
  readonly events?: boolean
  /** `false`: connections are refused until `listen` is called. */
  readonly listening?: boolean
}

/**
 * Container runtime of a node, whose containers are simulated. `unlisten` and `listen` restart it: the sockets close
 * and reopen, its state stays. `reset` also keeps sandboxes, containers and images.
 */
export interface ContainerRuntime extends GrpcPeer<RuntimeRequest, RuntimeAnswers> {
  /** Second socket, which serves only images. The first socket serves both. */
  readonly imagesUrl: string
  readonly sandboxes: Sandboxes
  /** Containers of the runtime, for tests to plant, write to and end. */
  readonly containers: Containers
  /** Images of the runtime, for tests to plant. */
  readonly images: Images
  /** Reported usage of the file systems of images and containers; may be changed at any time. */
  readonly disk: Disk
  readonly facts: NodeFacts
  /** Open streams of containers. */
  readonly streams: Streams
  /** Returns the journal entries of one method, oldest first. */
  asked<M extends RuntimeMethod>(method: M): RuntimeRequest<M>[]
}

/**
 * Starts a container runtime on two unix sockets: RuntimeService and ImageService of the CRI, v1.
 * @example
 * ```ts
 * await using runtime = await startContainerRuntime()
 * runtime.answer({ startContainer: fail('UNKNOWN', 'no such device') })
 * ```
 */
export async function startContainerRuntime(
  options: ContainerRuntimeOptions = {},
): Promise<ContainerRuntime> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'orch-cri-')))
  const answers = new Answers<RuntimeAnswers>('container-runtime', answerNames)
  const journal = new Journal<RuntimeRequest>()
  const nodeFacts: NodeFacts = {
    handlers: ['', ...(options.handlers ?? [])],
    cgroupDriver: options.cgroupDriver ?? 'cgroupfs',
  }
  const disk: Disk = { mountpoint: options.mountpoint ?? directory, inodesUsed: 1 }
  const state = {
    sandboxes: new Sandboxes(join(directory, 'logs')),
    containers: new Containers(),
    images: new Images(),
    streams: new Streams(),
    disk,
    facts: nodeFacts,
  }
  const sockets = await startSockets({
    directory,
    listening: options.listening ?? true,
    serviceParts: {
      handlers: honestMethods(state),
      answers,
      journal,
      events: { containers: state.containers, isSupported: options.events ?? false },
    },
  })
  const peer = grpcPeer({
    role: 'container-runtime',
    server: sockets,
    journal,
    answers,
    release: async () => {
      for (const { log } of state.containers.all) log.close()
      await state.streams.stop()
      const logDirectory = options.directory === undefined ? directory : join(directory, 'logs')
      await rm(logDirectory, { recursive: true, force: true })
    },
  })
  return Object.assign(peer, state, {
    imagesUrl: sockets.imagesUrl,
    asked: <M extends RuntimeMethod>(method: M) =>
      journal.entries.filter((request): request is RuntimeRequest<M> => request.method === method),
  })
}
