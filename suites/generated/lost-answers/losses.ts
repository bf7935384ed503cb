import { currentCheck } from '#kit'

/** Ways to lose the response to one request. */
export const losses = ['error', 'rejection', 'delay', 'cut'] as const
export type Loss = (typeof losses)[number]

/** One request to a peer, by its number, and its loss. */
export interface LostAnswer {
  readonly number: number
  readonly loss: Loss
}

// A start without a fault takes a second or more, so a run tries some, and --thorough all of a bounded number.
const sampleSize = 3
const maxNumbers = 60

/** Delay of a lost response, in milliseconds: longer than a poll, shorter than the usual timeouts. */
export const delayMs = 1_500

/**
 * Returns the losses to try for a start that sends a number of requests: every request with every loss with
 * `--thorough`, otherwise a sample that the seed decides.
 */
export function chosenLosses(requests: number): readonly LostAnswer[] {
  const { thorough, seed } = currentCheck().settings
  return possibleLosses(requests, thorough ? Infinity : sampleSize, seed)
}

/** Returns at most `most` of all losses, spread over the requests. */
export function possibleLosses(requests: number, most: number, seed: number): readonly LostAnswer[] {
  const requestCount = Math.min(requests, maxNumbers)
  const allLosses = Array.from({ length: requestCount * losses.length }, (_, index): LostAnswer => {
    const loss = losses[(index + Math.floor(index / losses.length)) % losses.length] ?? 'error'
    return { number: Math.floor(index / losses.length) + 1, loss }
  })
  if (allLosses.length <= most) return allLosses
  return Array.from({ length: most }, (_, index): LostAnswer => {
    const number = ((Math.floor((index * requestCount) / most) + seed) % requestCount) + 1
    return { number, loss: losses[(index + seed) % losses.length] ?? 'error' }
  })
}

/** Returns `count` losses: all of them in turn, beginning at one that the seed decides. */
export function sampleOf<Loss>(losses: readonly Loss[], count: number, seed: number): readonly Loss[] {
  return Array.from({ length: count }, (_, index) => losses[(index + seed) % losses.length]).filter(
    (loss) => loss !== undefined,
  )
}

/** Counts requests, and calls a function for the one with the number. */
export function isRequestNumber(number: number): () => boolean {
  let requestCount = 0
  return () => {
    requestCount += 1
    return requestCount === number
  }
}

/** Text of a lost answer, for evidence. */
export function lossText({ number, loss }: LostAnswer): string {
  return `request ${number}, ${loss}`
}
