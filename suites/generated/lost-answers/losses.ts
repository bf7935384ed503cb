import { currentCheck } from '#kit'

/** Ways to lose the response to one request. */
export const losses = ['error', 'rejection', 'delay', 'cut'] as const
export type Loss = (typeof losses)[number]

/** Loss of one response, with the number of its request in the order of arrival, from 1. */
export interface LostAnswer {
  readonly number: number
  readonly loss: Loss
}

// Number of losses that a run tries unless it is thorough, because a start takes more than a second.
const sampleSize = 3
const maxNumbers = 60

/** Delay of a lost response, in milliseconds: longer than a poll, shorter than the usual timeouts. */
export const delayMs = 1_500

/**
 * Returns the losses to try for a start with a number of requests: all with `--thorough`, otherwise a sample that
 * depends on the seed.
 */
export function chosenLosses(requests: number): readonly LostAnswer[] {
  const { thorough, seed } = currentCheck().settings
  return possibleLosses(requests, thorough ? Infinity : sampleSize, seed)
}

/** Returns at most `maxLosses` of all losses, spread over the requests. */
export function possibleLosses(requests: number, maxLosses: number, seed: number): readonly LostAnswer[] {
  const requestCount = Math.min(requests, maxNumbers)
  const allLosses = Array.from({ length: requestCount * losses.length }, (_, index): LostAnswer => {
    const loss = losses[(index + Math.floor(index / losses.length)) % losses.length] ?? 'error'
    return { number: Math.floor(index / losses.length) + 1, loss }
  })
  if (allLosses.length <= maxLosses) return allLosses
  return Array.from({ length: maxLosses }, (_, index): LostAnswer => {
    const number = ((Math.floor((index * requestCount) / maxLosses) + seed) % requestCount) + 1
    return { number, loss: losses[(index + seed) % losses.length] ?? 'error' }
  })
}

/** Returns a number of losses in cyclic order. The seed selects the first. */
export function sampleOf<Loss>(losses: readonly Loss[], count: number, seed: number): readonly Loss[] {
  return Array.from({ length: count }, (_, index) => losses[(index + seed) % losses.length]).filter(
    (loss) => loss !== undefined,
  )
}

/** Returns a function that counts requests, and reports whether a request has the given number. */
export function isRequestNumber(number: number): () => boolean {
  let requestCount = 0
  return () => {
    requestCount += 1
    return requestCount === number
  }
}

/** Describes a lost response. */
export function lossText({ number, loss }: LostAnswer): string {
  return `request ${number}, ${loss}`
}
