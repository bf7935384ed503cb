/** Result of a run of trials: the share is as expected, lower or higher, or more trials are needed. */
export type ObservedShare = 'expected' | 'lower' | 'higher' | 'open'

// Probabilities of errors: an implementation with the expected share fails about once in ten thousand runs; an
// implementation with another share passes at most once in a hundred runs.
const falseAlarmProbability = 5e-5
const missProbability = 0.01
const evidenceThreshold = Math.log((1 - missProbability) / falseAlarmProbability)
const exclusionThreshold = Math.log(missProbability / (1 - falseAlarmProbability))

/**
 * Distinguishes a share from half of it and from twice of it, with as few trials as possible: Wald's sequential test
 * against each of these two shares.
 */
export class ShareTest {
  readonly #share: number
  readonly #half: Alternative
  readonly #twice: Alternative

  /** @param share between 0 and 0.5 */
  constructor(share: number) {
    this.#share = share
    this.#half = { share: share / 2, state: 'open' }
    this.#twice = { share: share * 2, state: 'open' }
  }

  /** Returns the result of all trials so far. A result that fewer trials settled does not change. */
  after(trials: number, hits: number): ObservedShare {
    for (const alternative of [this.#half, this.#twice]) this.#weigh(alternative, trials, hits)
    if (this.#half.state === 'shown') return 'lower'
    if (this.#twice.state === 'shown') return 'higher'
    return this.#half.state === 'excluded' && this.#twice.state === 'excluded' ? 'expected' : 'open'
  }

  #weigh(alternative: Alternative, trials: number, hits: number): void {
    if (alternative.state !== 'open') return
    const { share } = alternative
    const weight =
      hits * Math.log(share / this.#share) + (trials - hits) * Math.log((1 - share) / (1 - this.#share))
    if (weight >= evidenceThreshold) alternative.state = 'shown'
    if (weight <= exclusionThreshold) alternative.state = 'excluded'
  }
}

interface Alternative {
  readonly share: number
  state: 'open' | 'shown' | 'excluded'
}
