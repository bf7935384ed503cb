import { type Arbitrary, Random, type Value } from 'fast-check'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Cases } from './area.ts'

/** Which of all cases one is: neither the shard nor the number of cases around it changes what it holds. */
export interface Place {
  readonly seed: number
  /** The rule that the case belongs to. */
  readonly area: string
  readonly index: number
}

/** What draws the case at a place: of those that take turns another seed begins with another one. */
export function drawerAt<T>(cases: Cases<T>, { seed, index }: Pick<Place, 'seed' | 'index'>): Arbitrary<T> {
  return isOne(cases) ? cases : (cases[(seed + index) % cases.length] as Arbitrary<T>)
}

function isOne<T>(cases: Cases<T>): cases is Arbitrary<T> {
  return !Array.isArray(cases)
}

/** The case at a place, which knows how to become smaller; the same on every version of Node. */
export function drawn<T>(cases: Cases<T>, { seed, area, index }: Place): Value<T> {
  const source = xoroshiro128plus(hashed(`${area} ${seed} ${index}`))
  // Without bias every case is drawn alike, whatever its index.
  return drawerAt(cases, { seed, index }).generate(new Random(source), undefined)
}

/** FNV-1a over UTF-16 units, 32 bits, with the bits mixed once more: neighbours must not resemble each other. */
function hashed(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
