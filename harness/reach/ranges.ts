/** Whole numbers from the first to the last, both included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Form of ranges in a file: `1-4,7`; empty for no numbers. */
export const rangesPattern = /^(?:\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*)?$/

/** Returns ascending numbers in their form in a file: `1-4,7`. */
export function formatRanges(ascending: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = []
  for (const number of ascending) {
    const last = ranges.at(-1)
    if (last !== undefined && number === last.to + 1) last.to = number
    else ranges.push({ from: number, to: number })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** Returns the ranges of a text such as `1-4,7`. */
export function parseRanges(text: string): Range[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.split('-')
    return { from: Number(from), to: Number(to) }
  })
}

/** Returns the numbers of ranges, at most up to a bound that is not included. */
export function numbersOf(ranges: readonly Range[], bound: number): number[] {
  return ranges.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, Math.min(to, bound - 1) - from + 1) }, (_, index) => from + index),
  )
}
