import { type Arbitrary, Random, type Value } from 'fast-check'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { CaseGenerators } from './area.ts'

/**
 * Position of a case among all drawn cases. It determines the case, regardless of the shard and of the number of cases.
 */
export interface CasePosition {
  readonly seed: number
  /** Rule of the case. */
  readonly area: string
  readonly index: number
}

/**
 * Returns the generator of the case at a position. If several generators take turns, the seed decides which is first.
 */
export function generatorAt<T>(
  cases: CaseGenerators<T>,
  { seed, index }: Pick<CasePosition, 'seed' | 'index'>,
): Arbitrary<T> {
  return isSingleGenerator(cases) ? cases : (cases[(seed + index) % cases.length] as Arbitrary<T>)
}

function isSingleGenerator<T>(cases: CaseGenerators<T>): cases is Arbitrary<T> {
  return !Array.isArray(cases)
}

/** Returns the case at a position, which can be shrunk; the same on every version of Node. */
export function drawCase<T>(cases: CaseGenerators<T>, { seed, area, index }: CasePosition): Value<T> {
  const source = xoroshiro128plus(hashOf(`${area} ${seed} ${index}`))
  // Cases are drawn without bias, so that their distribution does not depend on the index.
  return generatorAt(cases, { seed, index }).generate(new Random(source), undefined)
}

/** FNV-1a over UTF-16 units, 32 bits, with a final mix of the bits, so that similar inputs have different hashes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
