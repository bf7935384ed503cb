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
  const count = Math.min(requests, maxNumbers)
  const all = Array.from({ length: count * losses.length }, (_, index): LostAnswer => {
    const loss = losses[(index + Math.floor(index / losses.length)) % losses.length] ?? 'error'
    return { number: Math.floor(index / losses.length) + 1, loss }
  })
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, index): LostAnswer => {
    const number = ((Math.floor((index * count) / most) + seed) % count) + 1
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
export function atRequest(number: number): () => boolean {
  let count = 0
  return () => {
    count += 1
    return count === number
  }
}

/** Text of a lost answer, for evidence. */
export function lostText({ number, loss }: LostAnswer): string {
  return `request ${number}, ${loss}`
}
