import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { ExcludedRule, PlannedCheck, Rule } from '../catalogue.ts'

/** One check, or one excluded rule, as the engine finds it in the suites. */
export interface Collected {
  /** The engine's own id, made of the file's path below the root and the place in it. */
  readonly id: string
  /** The suite file, relative to the suites' directory. */
  readonly module: string
  readonly rule: Rule | ExcludedRule
  /** None stands for an excluded rule. */
  readonly check?: PlannedCheck
  /** The faults of the reference that it names: its own, and any others that must break it. */
  readonly sees?: readonly string[]
  /** The other faults that must break it, which the proof of its folder has. */
  readonly seesAlso?: readonly string[]
  /** How long it may take, in milliseconds, when that is longer than usual. */
  readonly limitMs?: number
  /** Most of its time it waits for time to pass. */
  readonly waits?: true
}

const fileName = 'catalogue.json.br'
// The last levels take seconds for a few percent.
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** As it is kept: a rule once, and of each check the place of its own. */
interface Kept {
  readonly rules: readonly (Rule | ExcludedRule)[]
  readonly collected: readonly (Omit<Collected, 'rule'> & { readonly rule: number })[]
}

/** Keeps what was collected beside the compiled suites, so that a run need not read them all twice. */
export function saveCollected(suitesDir: string, collected: readonly Collected[]): void {
  const places = new Map<string, number>()
  const rules: Kept['rules'][number][] = []
  const placeOf = (rule: Rule | ExcludedRule): number => {
    const key = JSON.stringify(rule)
    const place = places.get(key) ?? rules.push(rule) - 1
    places.set(key, place)
    return place
  }
  const kept: Kept = { rules, collected: collected.map((one) => ({ ...one, rule: placeOf(one.rule) })) }
  writeFileSync(join(suitesDir, fileName), brotliCompressSync(JSON.stringify(kept), compression))
}

/** What was kept; nothing when any compiled file is newer, because it may declare other checks. */
export function savedCollected(suitesDir: string): Collected[] | undefined {
  const file = join(suitesDir, fileName)
  const saved = statSync(file, { throwIfNoEntry: false })
  if (saved === undefined) return undefined
  return isAnyNewer(dirname(suitesDir), saved.mtimeMs) ? undefined : keptCollected(suitesDir)
}

/** Whether a compiled file below a folder is newer; Node's own recursive listing takes four times as long. */
function isAnyNewer(folder: string, thanMs: number): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory()
      ? isAnyNewer(path, thanMs)
      : entry.name.endsWith('.js') && statSync(path).mtimeMs > thanMs
  })
}

/** What was kept, even where compiled files are newer; nothing where nothing was kept. */
export function keptCollected(suitesDir: string): Collected[] | undefined {
  const file = join(suitesDir, fileName)
  if (!existsSync(file)) return undefined
  const { rules, collected } = JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8')) as Kept
  return collected.map(({ rule, ...one }) => ({ ...one, rule: rules[rule] as Rule | ExcludedRule }))
}
