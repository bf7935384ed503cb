/** Returns the median; for an even number of values, the upper of the two. */
export function median(numbers: readonly number[]): number {
  const sortedNumbers = numbers.toSorted((a, b) => a - b)
  return sortedNumbers[Math.floor(sortedNumbers.length / 2)] ?? Number.NaN
}
