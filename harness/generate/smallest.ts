import type { Arbitrary, Value } from 'fast-check'

/** Limit of starts for shrinking a case, and of candidates in one start. */
export interface ShrinkBudget {
  readonly starts: number
  readonly perStart: number
}

/** The smallest case that fails like the first. */
export interface Smallest<T> {
  readonly value: T
  /** A case one step smaller that does not fail, if any was tried. */
  readonly twin?: T
  readonly starts: number
}

/**
 * Shrinks a failing case: many smaller ones share a start, and the first of them that fails is shrunk further, until
 * none fails or the starts are used up. The first candidate is the largest step, and later ones do not repeat it.
 * @param fails reports which of some candidates fail, in one start
 */
export async function smallestCase<T>(
  arbitrary: Arbitrary<T>,
  first: Value<T>,
  fails: (candidates: readonly T[]) => Promise<readonly boolean[]>,
  { starts: max, perStart }: ShrinkBudget,
): Promise<Smallest<T>> {
  let current = first
  let twin: T | undefined
  let starts = 0
  let left = smallerThan(arbitrary, current)
  while (starts < max) {
    const candidates = take(left, perStart)
    if (candidates.length === 0) break
    starts += 1
    const failing = await fails(candidates.map(({ value }) => value))
    twin = candidates.find((_, at) => failing[at] === false)?.value ?? twin
    const next = candidates.find((_, at) => failing[at])
    if (next === undefined) continue
    current = next
    left = smallerThan(arbitrary, current)
  }
  return { value: current.value, starts, ...(twin !== undefined && { twin }) }
}

function smallerThan<T>(arbitrary: Arbitrary<T>, { value_: value, context }: Value<T>): Iterator<Value<T>> {
  const known = new Set([JSON.stringify(value)])
  const fresh = arbitrary.shrink(value, context).filter((candidate) => {
    const text = JSON.stringify(candidate.value)
    const isNew = !known.has(text)
    known.add(text)
    return isNew
  })
  return fresh[Symbol.iterator]()
}

function take<T>(from: Iterator<T>, max: number): T[] {
  const taken: T[] = []
  while (taken.length < max) {
    const { done, value } = from.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/**
 * Returns the companions without which a case at the end of the list no longer fails, found by omitting halves.
 * @param fails reports whether the last of some cases fails together with the others
 */
export async function smallestCompanions<T>(
  companions: readonly T[],
  fails: (companions: readonly T[]) => Promise<boolean>,
  starts: number,
): Promise<{ readonly kept: readonly T[]; readonly starts: number }> {
  let kept = companions
  let used = 0
  let part = Math.ceil(kept.length / 2)
  while (kept.length > 0 && used < starts) {
    let isLess = false
    for (let at = 0; at < kept.length && used < starts; at += part) {
      const without = [...kept.slice(0, at), ...kept.slice(at + part)]
      used += 1
      if (!(await fails(without))) continue
      kept = without
      isLess = true
      break
    }
    if (!isLess && part === 1) break
    if (!isLess) part = Math.ceil(part / 2)
    part = Math.min(part, Math.max(1, kept.length))
  }
  return { kept, starts: used }
}
