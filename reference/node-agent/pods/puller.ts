import type { AgentConfiguration } from '../config/configuration.ts'
import { TokenBucket } from '../../client-config/token-bucket.ts'
import { fault } from '../../quirks/quirks.ts'
import type { CredentialProviders } from '../runtime/credential-providers.ts'
import type { Runtime } from '../runtime/runtime.ts'

const defaultRates = { qps: 5, burst: 10 }
const slowQps = 0.1

/** Pulls missing images, within the concurrency and the rate that the configuration permits. */
export class Puller {
  readonly #runtime: Runtime
  readonly #isSerial: boolean
  readonly #bucket: TokenBucket
  readonly #providers: CredentialProviders
  #lastPull: Promise<unknown> = Promise.resolve()
  #pullCount = 0
  /** Images whose pull has failed. Only a fault uses them. */
  readonly #failedImages = new Set<string>()

  constructor(runtime: Runtime, config: AgentConfiguration, providers: CredentialProviders) {
    this.#runtime = runtime
    this.#providers = providers
    this.#isSerial = config.bool('serialize-image-pulls')
    const [qps, burst] = [config.number('registry-qps'), config.number('registry-burst')]
    const isZeroSlow = qps === 0 && fault('pull-rate-zero-is-slow')
    const isZeroDefault = qps === 0 && fault('pull-rate-zero-is-usual')
    const isUnlimited = qps > 0 && qps < defaultRates.qps && fault('pull-rate-ignored')
    const isBurstOne = burst !== defaultRates.burst && fault('pull-burst-is-one')
    this.#bucket = new TokenBucket(
      isZeroSlow ? slowQps : isZeroDefault ? defaultRates.qps : isUnlimited ? 0 : qps,
      isBurstOne ? 1 : burst,
    )
  }

  /**
   * Pulls an image unless it is present, or always if the policy requires that. Throws an error when the image must be
   * present and is not.
   */
  async ensure(image: string, policy: unknown): Promise<void> {
    const isPresent = policy !== 'Always' && (await this.#runtime.hasImage(image))
    if (isPresent && !fault('pulls-what-is-there')) return
    if (policy === 'Never') throw new Error(`${image} is not there`)
    await this.#bucket.take()
    if (this.#failedImages.has(image) && fault('failed-pulls-not-repeated'))
      throw new Error(`${image} failed`)
    const pull = async () => this.#runtime.pull(image, await this.#providers.credentialsFor(image))
    const ownPull = this.#waits() ? this.#lastPull.then(() => this.#countPull(pull)) : this.#countPull(pull)
    this.#lastPull = ownPull.catch(() => void this.#failedImages.add(image))
    return ownPull
  }

  /** Reports whether a pull must wait for the previous pull. */
  #waits(): boolean {
    if (this.#pullCount === 0) return this.#isSerial
    return this.#isSerial ? !fault('pulls-side-by-side') : fault('pulls-always-serial')
  }

  async #countPull(pull: () => Promise<void>): Promise<void> {
    this.#pullCount += 1
    try {
      await pull()
    } finally {
      this.#pullCount -= 1
    }
  }
}
