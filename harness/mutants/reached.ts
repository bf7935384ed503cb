import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Use } from '../launch/mutant-reach.ts'
import type { Mutant } from './list.ts'

/** A check, with the mutants that the programs it used reached. */
export interface Reaching {
  readonly check: string
  readonly durationMs: number
  /** Places in the list of mutants. */
  readonly reached: ReadonlySet<number>
}

/** Which checks reach which mutants, as a run without an active one noted it. */
export interface Reached {
  /** Of which list of mutants, and which suites. */
  readonly of: string
  readonly checks: readonly Reaching[]
}

interface Kept {
  readonly of: string
  /** Each set of mutants once, as differences of places. */
  readonly starts: readonly (readonly number[])[]
  readonly checks: readonly (readonly [check: string, durationMs: number, starts: readonly number[]])[]
}

/** What was noted, before it is put together. */
export interface Noted {
  readonly of: string
  readonly mutants: readonly Mutant[]
  /** Checks that held, with their durations in milliseconds. */
  readonly durations: ReadonlyMap<string, number>
  readonly uses: readonly Use[]
  readonly starts: ReadonlyMap<string, readonly string[]>
}

/** Writes what was noted. */
export function keepReached(path: string, { of, mutants, durations, uses, starts }: Noted): void {
  const placeOf = new Map(mutants.map(({ id }, place) => [id, place]))
  const sets = new Map<string, number>()
  const kept: number[][] = []
  const setOf = new Map(
    [...starts].map(([name, ids]) => {
      const places = [...new Set(ids.flatMap((id) => placeOf.get(id) ?? []))].sort((a, b) => a - b)
      const key = places.join()
      const set = sets.get(key) ?? kept.push(places.map((place, at) => place - (places[at - 1] ?? 0))) - 1
      sets.set(key, set)
      return [name, set]
    }),
  )
  const used = new Map<string, Set<number>>()
  for (const use of uses) {
    const all = used.get(use.check) ?? new Set()
    for (const start of use.starts) {
      const set = setOf.get(start)
      if (set !== undefined) all.add(set)
    }
    used.set(use.check, all)
  }
  const checks = [...durations].map(
    ([check, durationMs]) => [check, Math.round(durationMs), [...(used.get(check) ?? [])]] as const,
  )
  writeFileSync(path, gzipSync(JSON.stringify({ of, starts: kept, checks } satisfies Kept)))
}

/** What was kept. */
export function keptReached(path: string): Reached {
  const { of, starts, checks } = JSON.parse(gunzipSync(readFileSync(path)).toString()) as Kept
  const sets = starts.map((differences) => {
    let place = 0
    return differences.map((difference) => (place += difference))
  })
  return {
    of,
    checks: checks.map(([check, durationMs, used]) => ({
      check,
      durationMs,
      reached: new Set(used.flatMap((set) => sets[set] ?? [])),
    })),
  }
}
