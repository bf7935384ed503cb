// A typing error is no longer than a line, and the distance costs the product of both lengths.
const maxWordLength = 200

/** Returns the word of a list that is closest to a mistyped one, if one is near. */
export function nearest(mistyped: string, words: Iterable<string>): string | undefined {
  if (mistyped.length > maxWordLength) return undefined
  let best: { word: string; distance: number } | undefined
  for (const word of words) {
    const distance = editDistance(mistyped.toLowerCase(), word.toLowerCase())
    if (best === undefined || distance < best.distance) best = { word, distance }
  }
  const farthest = Math.max(2, Math.floor(mistyped.length / 3))
  return best !== undefined && best.distance <= farthest ? best.word : undefined
}

function editDistance(a: string, b: string): number {
  let beforeThat: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const transposition = swapped ? (beforeThat[j - 2] ?? 0) + 1 : substitution
      current.push(Math.min(substitution, transposition, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    beforeThat = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
