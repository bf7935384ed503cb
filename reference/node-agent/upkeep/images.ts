import type { AgentConfiguration } from '../config/configuration.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Image } from '#protos/container-runtime/images_pb.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { spaceOf } from './disk.ts'

const intervalMs = 300_000
const percentTotal = 100

/** Removes unused images when disk space is low. */
export class ImageKeeper {
  readonly #runtime: Runtime
  readonly #config: AgentConfiguration
  readonly #seenAtMs = new Map<string, number>()

  constructor(runtime: Runtime, config: AgentConfiguration) {
    this.#runtime = runtime
    this.#config = config
  }

  /** Measures at once and periodically until the process ends. */
  begin(log: (line: string) => void): void {
    const check = (): void => {
      this.#collect().catch((error: unknown) => log(`images: ${String(error)}`))
    }
    check()
    setInterval(check, intervalMs)
  }

  /** Removes unused images that are old enough, the longest unused first, until the given space is free. */
  async free(bytes: number): Promise<void> {
    const ttlMs = this.#config.durationMs('minimum-image-ttl-duration')
    const nowMs = performance.now()
    let bytesToFree = bytes
    for (const image of await this.#unusedImages(nowMs)) {
      if (bytesToFree <= 0 && !fault('image-gc-goes-on')) return
      const isTooYoung = nowMs - (this.#seenAtMs.get(image.id) ?? nowMs) < ttlMs
      if (isTooYoung && !fault('image-ttl-ignored')) continue
      await this.#runtime.removeImage(image.id)
      bytesToFree -= Number(image.size)
    }
  }

  async #unusedImages(nowMs: number): Promise<Image[]> {
    const containers = await this.#runtime.containers()
    const images = await this.#runtime.images()
    for (const { id } of images) if (!this.#seenAtMs.has(id)) this.#seenAtMs.set(id, nowMs)
    const isImageUsed = ({ id, repoTags }: Image): boolean =>
      containers.some(({ imageRef, image }) => imageRef === id || repoTags.includes(image?.image ?? ''))
    const isKept = (image: Image): boolean =>
      (isImageUsed(image) && !fault('image-gc-takes-used')) ||
      (image.pinned && !fault('image-gc-takes-pinned')) ||
      this.#isSpared(image)
    return images
      .filter((image) => !isKept(image))
      .toSorted((a, b) => (this.#seenAtMs.get(a.id) ?? 0) - (this.#seenAtMs.get(b.id) ?? 0))
  }

  #isSpared({ repoTags }: Image): boolean {
    const pauseImage = this.#config.string('pod-infra-container-image')
    return repoTags.includes(pauseImage) && !fault('infra-image-not-spared')
  }

  async #collect(): Promise<void> {
    const highThreshold = this.#config.number('image-gc-high-threshold')
    const lowThreshold = this.#config.number('image-gc-low-threshold')
    if (highThreshold >= percentTotal && !fault('image-gc-never-off')) return
    const directory = await this.#runtime.imageDirectory()
    const diskSpace = directory === undefined ? undefined : spaceOf(directory)
    if (diskSpace === undefined) return
    const usedPercent = percentTotal - Math.floor((diskSpace.available * percentTotal) / diskSpace.capacity)
    const isFull =
      usedPercent >= highThreshold
        ? !fault('image-gc-never')
        : usedPercent > lowThreshold && fault('image-gc-at-low-threshold')
    if (!isFull) return
    const targetPercent = fault('image-gc-down-to-nothing') ? 0 : lowThreshold
    await this.free(
      (diskSpace.capacity * (percentTotal - targetPercent)) / percentTotal - diskSpace.available,
    )
  }
}
