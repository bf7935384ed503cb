import { readFileSync } from 'node:fs'
import { type ExcludedRule, isExcluded, type Plan, type PlannedCheck, type Rule } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import { nearest } from '../nearest.ts'
import type { Collected } from './collected.ts'

/** Everything the suites declare, before any selection. */
export interface Catalogue {
  readonly rules: ReadonlyMap<string, Rule | ExcludedRule>
  readonly checks: ReadonlyMap<string, PlannedCheck>
  readonly collected: ReadonlyMap<string, Collected>
}

/** Reads the catalogue off the collected checks; a rule or check id that stands twice is an error. */
export function catalogueOf(all: readonly Collected[]): Catalogue {
  const rules = new Map<string, Rule | ExcludedRule>()
  const moduleOf = new Map<string, string>()
  const checks = new Map<string, PlannedCheck>()
  const collected = new Map<string, Collected>()
  for (const one of all) {
    const { rule, check, module } = one
    if (rules.has(rule.id) && (moduleOf.get(rule.id) !== module || isExcluded(rule))) {
      throw new HarnessError('harness-fault', `The rule ${rule.id} is declared twice: ${module}.`)
    }
    rules.set(rule.id, rule)
    moduleOf.set(rule.id, module)
    if (check === undefined) continue
    if (checks.has(check.id))
      throw new HarnessError('harness-fault', `The check ${check.id} is declared twice: ${module}.`)
    checks.set(check.id, check)
    collected.set(check.id, one)
  }
  for (const check of checks.values()) {
    if (check.twin !== undefined && !checks.has(check.twin)) {
      throw new HarnessError('harness-fault', `${check.id} names a twin that does not exist: ${check.twin}.`)
    }
  }
  return { rules, checks, collected }
}

export interface Selection {
  /** Globs over rule and check ids; none selects everything. `@file` holds one glob a line. */
  readonly only?: readonly string[]
  readonly shard?: { readonly index: number; readonly of: number }
  /** Which rules belong to the command at all. */
  readonly within?: (rule: Rule | ExcludedRule) => boolean
}

/** The checks that are asked for, without the twins that they count on. */
export function selectedChecks(catalogue: Catalogue, selection: Selection): readonly PlannedCheck[] {
  const within = selection.within ?? (() => true)
  const all = [...catalogue.checks.values()].filter((check) => {
    const rule = catalogue.rules.get(check.rule)
    return rule !== undefined && within(rule)
  })
  return sharded(matching(all, (selection.only ?? []).flatMap(expand)), catalogue, selection.shard)
}

/** The plan of a run: the selected checks and the twins that they count on. */
export function planOf(catalogue: Catalogue, selection: Selection): Plan {
  const within = selection.within ?? (() => true)
  const wanted = selectedChecks(catalogue, selection)
  const ids = new Set(wanted.map((check) => check.id))
  for (const check of wanted) {
    for (let twin = check.twin; twin !== undefined; twin = catalogue.checks.get(twin)?.twin) ids.add(twin)
  }
  const checks = [...catalogue.checks.values()].filter((check) => ids.has(check.id))
  const used = new Set(checks.map((check) => check.rule))
  const rules = [...catalogue.rules.values()].filter(
    (rule) => used.has(rule.id) || (isExcluded(rule) && within(rule) && selection.only === undefined),
  )
  if (checks.length === 0)
    throw new HarnessError('nothing-selected', 'No check is selected: the shard is empty.')
  return { rules, checks }
}

function matching(all: readonly PlannedCheck[], globs: readonly string[]): readonly PlannedCheck[] {
  if (globs.length === 0) return all
  const selected = new Set<PlannedCheck>()
  for (const glob of globs) {
    const pattern = globPattern(glob)
    const hits = all.filter((check) => pattern.test(check.id) || pattern.test(check.rule))
    if (hits.length === 0) {
      const near = nearest(glob, new Set(all.flatMap((check) => [check.rule, check.id])))
      const hint = near === undefined ? '' : ` Did you mean ${near}?`
      throw new HarnessError(
        'nothing-selected',
        `--only ${glob} matches no rule and no check.${hint} \`orch-conformance list\` shows all ids.`,
      )
    }
    for (const hit of hits) selected.add(hit)
  }
  return all.filter((check) => selected.has(check))
}

/** Whole suite files go to one shard, because their checks share servers. */
function sharded(
  checks: readonly PlannedCheck[],
  catalogue: Catalogue,
  shard: Selection['shard'],
): readonly PlannedCheck[] {
  if (shard === undefined) return checks
  const moduleOf = (check: PlannedCheck): string => catalogue.collected.get(check.id)?.module ?? ''
  const modules = [...new Set(checks.map(moduleOf))].sort()
  return checks.filter((check) => modules.indexOf(moduleOf(check)) % shard.of === shard.index - 1)
}

function expand(only: string): string[] {
  if (!only.startsWith('@')) return [only]
  let text: string
  try {
    text = readFileSync(only.slice(1), 'utf8')
  } catch (thrown) {
    throw new HarnessError(
      'usage',
      `--only ${only}: the file could not be read. Give a file with one id or glob a line.`,
      {
        cause: thrown,
      },
    )
  }
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim())
  return lines.filter((line) => line !== '')
}

/** A glob over ids: `*` stands for any characters. */
export function globPattern(glob: string): RegExp {
  const literal = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`)
}
