import type { Arbitrary, Value } from 'fast-check'

/** Limit of starts for shrinking a case, and of candidates in one start. */
export interface ShrinkBudget {
  readonly starts: number
  readonly perStart: number
}

/** The smallest case that fails like the first case. */
export interface Smallest<T> {
  readonly value: T
  /** A case one step smaller that does not fail, if any was tried. */
  readonly twin?: T
  readonly starts: number
}

/**
 * Shrinks a failing case: many smaller cases share a start, and the first case that fails is shrunk further, until no
 * case fails or the starts are used up. The first candidate is the largest step, and later candidates do not repeat it.
 * @param fails reports which of the candidates fail, in one start
 */
export async function smallestCase<T>(
  arbitrary: Arbitrary<T>,
  first: Value<T>,
  fails: (candidates: readonly T[]) => Promise<readonly boolean[]>,
  { starts: max, perStart }: ShrinkBudget,
): Promise<Smallest<T>> {
  let smallest = first
  let twin: T | undefined
  let starts = 0
  let candidatesLeft = smallerValues(arbitrary, smallest)
  while (starts < max) {
    const candidates = takeFirst(candidatesLeft, perStart)
    if (candidates.length === 0) break
    starts += 1
    const failureFlags = await fails(candidates.map(({ value }) => value))
    twin = candidates.find((_, at) => failureFlags[at] === false)?.value ?? twin
    const nextBad = candidates.find((_, at) => failureFlags[at])
    if (nextBad === undefined) continue
    smallest = nextBad
    candidatesLeft = smallerValues(arbitrary, smallest)
  }
  return { value: smallest.value, starts, ...(twin !== undefined && { twin }) }
}

function smallerValues<T>(arbitrary: Arbitrary<T>, { value_: value, context }: Value<T>): Iterator<Value<T>> {
  const knownTexts = new Set([JSON.stringify(value)])
  const newCandidates = arbitrary.shrink(value, context).filter((candidate) => {
    const text = JSON.stringify(candidate.value)
    const isNew = !knownTexts.has(text)
    knownTexts.add(text)
    return isNew
  })
  return newCandidates[Symbol.iterator]()
}

function takeFirst<T>(from: Iterator<T>, max: number): T[] {
  const items: T[] = []
  while (items.length < max) {
    const { done, value } = from.next()
    if (done) break
    items.push(value)
  }
  return items
}

/**
 * Returns the companions without which a case at the end of the list no longer fails, found by omitting halves.
 * @param fails reports whether the last case fails together with the others
 */
export async function smallestCompanions<T>(
  companions: readonly T[],
  fails: (companions: readonly T[]) => Promise<boolean>,
  starts: number,
): Promise<{ readonly companions: readonly T[]; readonly starts: number }> {
  let keptCompanions = companions
  let usedStarts = 0
  let partSize = Math.ceil(keptCompanions.length / 2)
  while (keptCompanions.length > 0 && usedStarts < starts) {
    let hasShrunk = false
    for (let partStart = 0; partStart < keptCompanions.length && usedStarts < starts; partStart += partSize) {
      const remaining = [...keptCompanions.slice(0, partStart), ...keptCompanions.slice(partStart + partSize)]
      usedStarts += 1
      if (!(await fails(remaining))) continue
      keptCompanions = remaining
      hasShrunk = true
      break
    }
    if (!hasShrunk && partSize === 1) break
    if (!hasShrunk) partSize = Math.ceil(partSize / 2)
    partSize = Math.min(partSize, Math.max(1, keptCompanions.length))
  }
  return { companions: keptCompanions, starts: usedStarts }
}
