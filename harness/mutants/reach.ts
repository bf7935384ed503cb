import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ReachUse } from '../launch/reach/uses.ts'
import type { Mutant } from './list.ts'

/** A check, with the mutants that the programs it used reached. */
export interface CheckReach {
  readonly check: string
  readonly durationMs: number
  /** Indexes in the list of mutants. */
  readonly reached: ReadonlySet<number>
}

/** Checks that reach each mutant, as recorded by a run without an active mutant. */
export interface MutantReach {
  /** Identifies the list of mutants and the suites to which the records belong. */
  readonly recordingId: string
  readonly checks: readonly CheckReach[]
  /** Checks that killed a mutant in an earlier run, by the id of the mutant. */
  readonly killers: ReadonlyMap<string, string>
}

interface StoredRecording {
  readonly of: string
  /** The beginnings of the ids of all mutants, in the order of their list, without separators. */
  readonly ids: string
  /** Distinct sets of mutants, as differences of indexes. */
  readonly starts: readonly (readonly number[])[]
  readonly checks: readonly (readonly [check: string, durationMs: number, starts: readonly number[]])[]
  /** Indexes of mutants, and of the checks that killed them. */
  readonly killed: readonly (readonly [mutant: number, check: number])[]
}

// Number of recorded characters of an id, which identify a mutant.
const idLength = 8

/** Records of a run before they are combined. */
export interface RecordedReach {
  readonly of: string
  readonly mutants: readonly Mutant[]
  /** Checks that held, with their durations in milliseconds. */
  readonly durations: ReadonlyMap<string, number>
  readonly uses: readonly ReachUse[]
  readonly starts: ReadonlyMap<string, readonly string[]>
}

/** Writes the records of the mutants of a list. */
export function writeReached(path: string, { of, mutants, durations, uses, starts }: RecordedReach): void {
  const indexById = new Map(mutants.map(({ id }, place) => [id, place]))
  const sets = new Map<string, number>()
  const distinctSets: number[][] = []
  const setByStart = new Map(
    [...starts].map(([name, ids]) => {
      const mutantIndexes = [...new Set(ids.flatMap((id) => indexById.get(id) ?? []))].sort((a, b) => a - b)
      const key = mutantIndexes.join()
      const set =
        sets.get(key) ??
        distinctSets.push(mutantIndexes.map((place, at) => place - (mutantIndexes[at - 1] ?? 0))) - 1
      sets.set(key, set)
      return [name, set]
    }),
  )
  const setsByCheck = new Map<string, Set<number>>()
  for (const use of uses) {
    const checkSets = setsByCheck.get(use.check) ?? new Set()
    for (const start of use.starts) {
      const set = setByStart.get(start)
      if (set !== undefined) checkSets.add(set)
    }
    setsByCheck.set(use.check, checkSets)
  }
  const checks = [...durations].map(
    ([check, durationMs]) => [check, Math.round(durationMs), [...(setsByCheck.get(check) ?? [])]] as const,
  )
  writeRecording(path, { of, ids: idsOf(mutants), starts: distinctSets, checks, killed: [] })
}

/** Adds the checks that killed each mutant to the records. */
export function addKillers(
  path: string,
  mutants: readonly Mutant[],
  killers: ReadonlyMap<string, string>,
): void {
  const storedReach = readRecording(path)
  const checkAt = new Map(storedReach.checks.map(([check], place) => [check, place]))
  const killedEntries = mutants.flatMap(({ id }, place) => {
    const check = checkAt.get(killers.get(id) ?? '')
    return check === undefined ? [] : [[place, check] as const]
  })
  writeRecording(path, { ...storedReach, killed: killedEntries })
}

/**
 * Reads a recording for the mutants of a list. In a recording of an earlier build, the checks of an unknown mutant are
 * the checks that reach other mutants of its declaration or file.
 */
export function readReached(path: string, mutants: readonly Mutant[]): MutantReach {
  const { of: recordingId, ids, starts, checks, killed } = readRecording(path)
  const currentIndexes = matchIndexes(ids, mutants)
  const sets = starts.map((differences) => {
    let position = 0
    return differences.flatMap((difference) => currentIndexes[(position += difference)] ?? [])
  })
  const killers = killed.flatMap(([place, check]) => {
    const mutant = mutants[currentIndexes[place]?.[0] ?? -1]
    return mutant === undefined ? [] : [[mutant.id, checks[check]?.[0] ?? ''] as const]
  })
  return {
    recordingId,
    killers: new Map(killers),
    checks: checks.map(([check, durationMs, used]) => ({
      check,
      durationMs,
      reached: new Set(used.flatMap((set) => sets[set] ?? [])),
    })),
  }
}

/** Returns, by the recorded index of a mutant, its present index and the indexes of new mutants near it. */
function matchIndexes(ids: string, mutants: readonly Mutant[]): number[][] {
  const indexById = new Map<string, number>()
  for (let idIndex = 0; idIndex * idLength < ids.length; idIndex++)
    indexById.set(ids.slice(idIndex * idLength, (idIndex + 1) * idLength), idIndex)
  const currentIndexes: number[][] = []
  const indexesByName = new Map<string, number[]>()
  const addedIndexes: number[] = []
  mutants.forEach((mutant, place) => {
    const mutantIndex = indexById.get(shortId(mutant))
    if (mutantIndex === undefined) {
      addedIndexes.push(place)
      return
    }
    currentIndexes[mutantIndex] = [place]
    for (const name of namesOf(mutant))
      indexesByName.set(name, [...(indexesByName.get(name) ?? []), mutantIndex])
  })
  for (const addedIndex of addedIndexes) {
    const mutant = mutants[addedIndex]
    const name = mutant && namesOf(mutant).find((one) => indexesByName.has(one))
    for (const nearIndex of indexesByName.get(name ?? '') ?? []) currentIndexes[nearIndex]?.push(addedIndex)
  }
  return currentIndexes
}

/** Returns the names of the declaration and of the file of a mutant, for the mutants that share them. */
function namesOf({ file = '', within = '' }: Mutant): string[] {
  return [`${file} ${within}`, file]
}

function idsOf(mutants: readonly Mutant[]): string {
  return mutants.map(shortId).join('')
}

function shortId({ id }: Mutant): string {
  return id.slice(0, idLength).padEnd(idLength)
}

function readRecording(path: string): StoredRecording {
  return JSON.parse(gunzipSync(readFileSync(path)).toString()) as StoredRecording
}

function writeRecording(path: string, recording: StoredRecording): void {
  writeFileSync(path, gzipSync(JSON.stringify(recording), { level: 9 }))
}
