import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { ExcludedRule, PlannedCheck, Rule } from '../catalogue.ts'

/** One check, or one excluded rule, as found in the suites by the engine. */
export interface Collected {
  /** Id of the engine, made of the file's path below the root and the position in it. */
  readonly id: string
  /** The suite file, relative to the suites' directory. */
  readonly module: string
  readonly rule: Rule | ExcludedRule
  /** The planned check; omitted for an excluded rule. */
  readonly check?: PlannedCheck
  /** Faults of the reference that the check claims to detect in its suite file. */
  readonly sees?: readonly string[]
  /** Other faults that must break the check, from the proof of its folder. */
  readonly seesAlso?: readonly string[]
  /** Time limit in milliseconds, if it is longer than usual. */
  readonly limitMs?: number
  /** True if the check mostly waits for time to pass. */
  readonly waits?: true
}

const fileName = 'catalogue.json.br'
// Compression level: higher levels take seconds to save a few percent.
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Stored form: each rule once, and each check with its rule's index. */
interface StoredCollection {
  readonly rules: readonly (Rule | ExcludedRule)[]
  readonly collected: readonly (Omit<Collected, 'rule'> & { readonly rule: number })[]
}

/** Stores the collected list next to the compiled suites, so that a run need not read all suites twice. */
export function saveCollected(suitesDir: string, collected: readonly Collected[]): void {
  const ruleIndexes = new Map<string, number>()
  const rules: StoredCollection['rules'][number][] = []
  const placeOf = (rule: Rule | ExcludedRule): number => {
    const key = JSON.stringify(rule)
    const ruleIndex = ruleIndexes.get(key) ?? rules.push(rule) - 1
    ruleIndexes.set(key, ruleIndex)
    return ruleIndex
  }
  const storedCollection: StoredCollection = {
    rules,
    collected: collected.map((one) => ({ ...one, rule: placeOf(one.rule) })),
  }
  writeFileSync(join(suitesDir, fileName), brotliCompressSync(JSON.stringify(storedCollection), compression))
}

/** Returns the stored list; `undefined` if any compiled file is newer, because it may declare other checks. */
export function readFreshCollection(suitesDir: string): Collected[] | undefined {
  const file = join(suitesDir, fileName)
  const savedFile = statSync(file, { throwIfNoEntry: false })
  if (savedFile === undefined) return undefined
  return hasNewerFile(dirname(suitesDir), savedFile.mtimeMs) ? undefined : readCollection(suitesDir)
}

/** Reports whether a compiled file below a folder is newer. Node's recursive listing takes four times as long. */
function hasNewerFile(folder: string, thanMs: number): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory()
      ? hasNewerFile(path, thanMs)
      : entry.name.endsWith('.js') && statSync(path).mtimeMs > thanMs
  })
}

/** Returns the stored list, even if compiled files are newer; `undefined` if none is stored. */
export function readCollection(suitesDir: string): Collected[] | undefined {
  const file = join(suitesDir, fileName)
  if (!existsSync(file)) return undefined
  const { rules, collected } = JSON.parse(
    brotliDecompressSync(readFileSync(file)).toString('utf8'),
  ) as StoredCollection
  return collected.map(({ rule, ...one }) => ({ ...one, rule: rules[rule] as Rule | ExcludedRule }))
}
