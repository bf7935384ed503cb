// Maximum length of a compared word, since the distance costs the product of both lengths.
const maxWordLength = 200

/** Returns the word of a list that is closest to a mistyped word, if any word is near. */
export function nearest(mistyped: string, words: Iterable<string>): string | undefined {
  if (mistyped.length > maxWordLength) return undefined
  let closest: { word: string; distance: number } | undefined
  for (const word of words) {
    const distance = editDistance(mistyped.toLowerCase(), word.toLowerCase())
    if (closest === undefined || distance < closest.distance) closest = { word, distance }
  }
  const maxDistance = Math.max(2, Math.floor(mistyped.length / 3))
  return closest !== undefined && closest.distance <= maxDistance ? closest.word : undefined
}

function editDistance(a: string, b: string): number {
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const currentRow = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previousRow[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const transposition = isSwap ? (rowBeforePrevious[j - 2] ?? 0) + 1 : substitution
      currentRow.push(
        Math.min(substitution, transposition, (previousRow[j] ?? 0) + 1, (currentRow[j - 1] ?? 0) + 1),
      )
    }
    rowBeforePrevious = previousRow
    previousRow = currentRow
  }
  return previousRow[b.length] ?? 0
}
