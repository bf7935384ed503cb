import {
  create,
  type DescMessage,
  type DescMethod,
  type MessageShape,
  type MessageInitShape,
} from '@bufbuild/protobuf'
import { Client, credentials, status } from '@grpc/grpc-js'
import { call } from '../../grpc/call.ts'
import { directOptions } from '../../grpc/channel.ts'
import { Refusal } from '../../flags/refusal.ts'
import { isMapping } from '../../config/decode.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Container } from '#protos/container-runtime/container-status_pb.ts'
import type { ContainerConfigSchema } from '#protos/container-runtime/containers_pb.ts'
import type { Image } from '#protos/container-runtime/images_pb.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'
import type { PodSandbox, PodSandboxConfig } from '#protos/container-runtime/sandboxes_pb.ts'

type Method<I extends DescMessage, O extends DescMessage> = DescMethod & {
  readonly input: I
  readonly output: O
}

const defaultPullMs = 600_000
const defaultCommandMs = 600_000
/** Methods of a start of a pod. */
const startMethods = new Set(['RunPodSandbox', 'CreateContainer', 'StartContainer'])

/** Container runtime of the node, on one socket or on two. */
export class Runtime {
  readonly #runtime: Client
  readonly #images: Client
  readonly #withinMs: number
  readonly #imagesMs: number
  readonly #pullMs: number
  readonly #commandMs: number
  /** True once the runtime could not be reached. Only a fault uses it. */
  #wasLost = false

  /** @param withinMs time limit of most requests */
  constructor(
    runtime: string,
    images: string,
    withinMs: number,
    {
      pullMs = defaultPullMs,
      imagesMs = withinMs,
      commandMs = defaultCommandMs,
    }: { readonly pullMs?: number; readonly imagesMs?: number; readonly commandMs?: number } = {},
  ) {
    // Runtimes ignore the authority, and some refuse the default authority, which is the socket path.
    const options = { ...directOptions, 'grpc.default_authority': 'localhost' }
    this.#runtime = new Client(runtime, credentials.createInsecure(), options)
    this.#images =
      images === runtime ? this.#runtime : new Client(images, credentials.createInsecure(), options)
    this.#withinMs = withinMs
    this.#imagesMs = imagesMs
    this.#pullMs = pullMs
    this.#commandMs = commandMs
  }

  /** Connects to the runtime. Throws a Refusal when no runtime responds. */
  async connect(): Promise<void> {
    try {
      await this.#call(RuntimeService.method.version, {})
      await this.isReady()
    } catch (cause) {
      throw new Refusal(`--container-runtime-endpoint: the runtime does not answer (${String(cause)})`, {
        cause,
      })
    }
  }

  /** Reports whether the runtime is ready. */
  async isReady(): Promise<boolean> {
    const { status } = await this.#call(RuntimeService.method.status, {})
    return status?.conditions.every((condition) => condition.status) ?? false
  }

  async sendPodCidr(podCidr: string): Promise<void> {
    const runtimeConfig = { networkConfig: { podCidr } }
    await this.#call(RuntimeService.method.updateRuntimeConfig, { runtimeConfig })
  }

  async sandboxes(): Promise<readonly PodSandbox[]> {
    return (await this.#call(RuntimeService.method.listPodSandbox, {})).items
  }

  /** Runs a sandbox and returns its id. The time limit is twice the limit of other requests. */
  async runSandbox(config: PodSandboxConfig): Promise<string> {
    const withinMs = fault('runtime-time-out-not-of-sandboxes') ? defaultCommandMs : 2 * this.#withinMs
    return (await this.#call(RuntimeService.method.runPodSandbox, { config }, withinMs)).podSandboxId
  }

  async removeSandbox(podSandboxId: string): Promise<void> {
    await this.#call(RuntimeService.method.stopPodSandbox, { podSandboxId })
    await this.#call(RuntimeService.method.removePodSandbox, { podSandboxId })
  }

  async containers(): Promise<readonly Container[]> {
    return (await this.#call(RuntimeService.method.listContainers, {})).containers
  }

  async createContainer(
    podSandboxId: string,
    config: MessageInitShape<typeof ContainerConfigSchema>,
    sandboxConfig: PodSandboxConfig,
  ): Promise<string> {
    const request = { podSandboxId, config, sandboxConfig }
    return (await this.#call(RuntimeService.method.createContainer, request)).containerId
  }

  async startContainer(containerId: string): Promise<void> {
    await this.#call(RuntimeService.method.startContainer, { containerId })
  }

  async stopContainer(containerId: string, graceSeconds: number): Promise<void> {
    const request = { containerId, timeout: BigInt(graceSeconds) }
    const withinMs = this.#timeoutOf('StopContainer') + graceSeconds * 1000
    await this.#call(RuntimeService.method.stopContainer, request, withinMs)
  }

  async removeContainer(containerId: string): Promise<void> {
    await this.#call(RuntimeService.method.removeContainer, { containerId })
  }

  /** Returns the log path of a container and its exit state. */
  async containerStatus(
    containerId: string,
  ): Promise<{ readonly logPath: string; readonly exitCode: number }> {
    const { status } = await this.#call(RuntimeService.method.containerStatus, { containerId })
    return { logPath: status?.logPath ?? '', exitCode: status?.exitCode ?? 0 }
  }

  async reopenLog(containerId: string): Promise<void> {
    await this.#call(RuntimeService.method.reopenContainerLog, { containerId })
  }

  /** Returns the output of a command in a container, without a time limit. */
  async execute(containerId: string, cmd: readonly string[]): Promise<string> {
    const request = { containerId, cmd: [...cmd] }
    const { stdout } = await this.#call(RuntimeService.method.execSync, request, this.#commandMs)
    return Buffer.from(stdout).toString('utf8')
  }

  /** Reports whether a command in a container succeeds. */
  async commandSucceeds(containerId: string, cmd: readonly string[], withinMs: number): Promise<boolean> {
    const request = { containerId, cmd: [...cmd], timeout: BigInt(Math.ceil(withinMs / 1000)) }
    const { exitCode } = await this.#call(RuntimeService.method.execSync, request, withinMs)
    return exitCode === 0
  }

  /** Returns the URL for the streams of a command that runs in a container. */
  async streamUrl(containerId: string, cmd: readonly string[]): Promise<string> {
    const request = { containerId, cmd: [...cmd], stdout: true }
    return (await this.#call(RuntimeService.method.exec, request)).url
  }

  async images(): Promise<readonly Image[]> {
    return (await this.#call(ImageService.method.listImages, {})).images
  }

  async hasImage(image: string): Promise<boolean> {
    return (await this.#call(ImageService.method.imageStatus, { image: { image } })).image !== undefined
  }

  /** Pulls an image, without the time limit of other requests. */
  async pull(image: string, auth?: { readonly username: string; readonly password: string }): Promise<void> {
    await this.#call(ImageService.method.pullImage, { image: { image }, ...(auth && { auth }) }, this.#pullMs)
  }

  async removeImage(image: string): Promise<void> {
    await this.#call(ImageService.method.removeImage, { image: { image } })
  }

  /** Returns a directory on the file system of the images. */
  async imageDirectory(): Promise<string | undefined> {
    const { imageFilesystems } = await this.#call(ImageService.method.imageFsInfo, {})
    return imageFilesystems[0]?.fsId?.mountpoint
  }

  async #call<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    request: MessageInitShape<I>,
    ownMs?: number,
  ): Promise<MessageShape<O>> {
    const isImageMethod = method.parent.typeName === ImageService.typeName
    const withinMs = ownMs ?? (isImageMethod ? this.#imagesMs : this.#timeoutOf(method.name))
    const isPull = method.name === 'PullImage'
    const client =
      isImageMethod && (isPull || !fault('image-endpoint-of-pulls-alone')) ? this.#images : this.#runtime
    if (this.#wasLost && fault('lost-runtime-not-connected-again')) throw new Error('the runtime is gone')
    try {
      return await call(client, method, create(method.input, request), withinMs)
    } catch (error) {
      this.#wasLost ||= isMapping(error) && error['code'] === status.UNAVAILABLE
      throw error
    }
  }

  #timeoutOf(method: string): number {
    const isLimitIgnored =
      (method === 'StartContainer' && fault('runtime-time-out-not-of-starts')) ||
      (!startMethods.has(method) && fault('runtime-time-out-of-starts-alone'))
    return isLimitIgnored ? defaultCommandMs : this.#withinMs
  }
}
