import { type ExcludedRule, isExcluded, type Plan, type PlannedCheck, type Rule } from '../catalogue.ts'
import { HarnessError } from '../errors.ts'
import { isUnwritten, placeholderRule, type DocumentPart, uncoveredParts } from '../outline.ts'
import { type Profile, profiles } from '../profiles.ts'
import { type Role, roleNames } from '../roles.ts'
import type { Target } from '../target/target.ts'
import type { Collected } from './collected.ts'
import { selectByPattern, selectByGlobs } from './matching.ts'
import { type Durations, type Shard, shardOf } from './shards.ts'

/** All declarations of the suites, before any selection. */
export interface Catalogue {
  readonly rules: ReadonlyMap<string, Rule | ExcludedRule>
  readonly checks: ReadonlyMap<string, PlannedCheck>
  readonly collected: ReadonlyMap<string, Collected>
}

/**
 * Builds the catalogue from the collected checks. A duplicate rule or check id is an error.
 * @param places everything that the documents state; places without a rule are excluded as not yet written
 */
export function catalogueOf(
  collectedChecks: readonly Collected[],
  places: readonly DocumentPart[] = [],
): Catalogue {
  const rules = new Map<string, Rule | ExcludedRule>()
  const moduleByRule = new Map<string, string>()
  const checks = new Map<string, PlannedCheck>()
  const collectedById = new Map<string, Collected>()
  for (const one of collectedChecks) {
    const { rule, check, module } = one
    if (rules.has(rule.id) && (moduleByRule.get(rule.id) !== module || isExcluded(rule))) {
      throw new HarnessError('harness-fault', `The rule ${rule.id} is declared twice: ${module}.`)
    }
    rules.set(rule.id, rule)
    moduleByRule.set(rule.id, module)
    if (check === undefined) continue
    if (checks.has(check.id))
      throw new HarnessError('harness-fault', `The check ${check.id} is declared twice: ${module}.`)
    checks.set(check.id, check)
    collectedById.set(check.id, one)
  }
  for (const check of checks.values()) {
    if (check.twin !== undefined && !checks.has(check.twin)) {
      throw new HarnessError('harness-fault', `${check.id} names a twin that does not exist: ${check.twin}.`)
    }
  }
  for (const part of uncoveredParts(places, rules.values())) {
    const rule = placeholderRule(part)
    if (rules.has(rule.id))
      throw new HarnessError('harness-fault', `Two places of the documents have the id ${rule.id}.`)
    rules.set(rule.id, rule)
  }
  return { rules, checks, collected: collectedById }
}

/** Selection of checks of a command. */
export interface Selection {
  /** Globs over rule and check ids; all checks if omitted. `@file` contains one glob a line. */
  readonly only?: readonly string[]
  /** Case-insensitive regular expressions over the sentences of rules and the titles of checks; one must match. */
  readonly grep?: readonly string[]
  /** True if ids in `only` that no longer exist are ignored. */
  readonly allowsMissing?: boolean
  readonly shard?: Shard
  /** Durations of suite files, so that shards take equally long. */
  readonly durations?: Durations
  /** Profiles whose rules are selected. */
  readonly profiles?: readonly Profile[]
  /** Reports whether a rule belongs to the command at all. */
  readonly isInScope?: (rule: Rule | ExcludedRule) => boolean
  /** Target under test. Rules of other programs are out of scope. */
  readonly target?: Pick<Target, 'name' | 'programs'>
}

/** Returns the programs that rules test but a target does not describe, with the number of their rules. */
export function programsOutOfScope(catalogue: Catalogue, selection: Selection): Plan['outOfScope'] {
  const { target } = selection
  const isSelected = scopeFilter(selection)
  const counts = new Map<Role, number>()
  for (const rule of catalogue.rules.values()) {
    if (target === undefined || !isSelected(rule) || isExcluded(rule)) continue
    const { program } = rule
    if (target.programs[program] === undefined) counts.set(program, (counts.get(program) ?? 0) + 1)
  }
  return [...counts].map(([program, rules]) => ({ program, rules }))
}

/** Returns a filter for the rules of the command and its profiles. */
function scopeFilter({
  profiles,
  isInScope = () => true,
}: Selection): (rule: Rule | ExcludedRule) => boolean {
  return (rule) => isInScope(rule) && (profiles === undefined || profiles.includes(rule.profile))
}

/** Returns a filter for the selected rules of programs that the target has. */
function selectionFilter(selection: Selection): (rule: Rule | ExcludedRule) => boolean {
  const isSelected = scopeFilter(selection)
  const { target } = selection
  return (rule) => isSelected(rule) && (target === undefined || target.programs[rule.program] !== undefined)
}

/** Returns the number of rules in each whole profile, independent of the selection. */
export function sizesOf(catalogue: Catalogue, { isInScope = () => true }: Selection): Plan['profiles'] {
  const filteredRules = [...catalogue.rules.values()].filter(isInScope)
  return profiles.map((name) => {
    const profileRules = filteredRules.filter(({ profile }) => profile === name)
    return {
      name,
      rules: profileRules.filter((rule) => !isExcluded(rule)).length,
      notYet: profileRules.filter(isUnwritten).length,
    }
  })
}

/** Returns the selected checks, without the twins that they depend on. */
export function selectChecks(catalogue: Catalogue, selection: Selection): readonly PlannedCheck[] {
  const isSelectedRule = selectionFilter(selection)
  const matchingChecks = [...catalogue.checks.values()].filter((check) => {
    const rule = catalogue.rules.get(check.rule)
    return rule !== undefined && isSelectedRule(rule)
  })
  const { only, grep, allowsMissing } = selection
  const namedChecks = only === undefined ? matchingChecks : selectByGlobs(matchingChecks, only, allowsMissing)
  return grep === undefined ? namedChecks : selectByPattern(namedChecks, grep, catalogue.rules)
}

/**
 * Returns the plan of a run: the selected checks and the twins that they depend on; for a shard, the shard's part of
 * these checks.
 */
export function planOf(catalogue: Catalogue, selection: Selection): Plan {
  const wholePlan = wholePlanOf(catalogue, selection)
  const { shard, durations = {} } = selection
  if (shard === undefined) return wholePlan
  return shardOf(wholePlan, catalogue.collected, shard, durations)
}

function wholePlanOf(catalogue: Catalogue, selection: Selection): Plan {
  const isSelected = scopeFilter(selection)
  const excludedPrograms = programsOutOfScope(catalogue, selection)
  const wantedChecks = selectChecks(catalogue, selection)
  const ids = new Set(wantedChecks.map((check) => check.id))
  for (const check of wantedChecks) {
    for (let twin = check.twin; twin !== undefined; twin = catalogue.checks.get(twin)?.twin) ids.add(twin)
  }
  const checks = [...catalogue.checks.values()].filter((check) => ids.has(check.id))
  const usedRules = new Set(checks.map((check) => check.rule))
  const rules = [...catalogue.rules.values()].filter(
    (rule) => usedRules.has(rule.id) || (isExcluded(rule) && isSelected(rule) && !isFiltered(selection)),
  )
  if (checks.length === 0)
    throw new HarnessError('nothing-selected', emptyPlanReason(selection, excludedPrograms))
  return { rules, checks, profiles: sizesOf(catalogue, selection), outOfScope: excludedPrograms }
}

/** Reports whether single checks are selected. */
export function isFiltered({ only, grep }: Pick<Selection, 'only' | 'grep'>): boolean {
  return only !== undefined || grep !== undefined
}

function emptyPlanReason({ target }: Selection, excludedPrograms: Plan['outOfScope']): string {
  if (excludedPrograms.length === 0) return 'No check is selected: the selected checks no longer exist.'
  const ruleCounts = excludedPrograms
    .map(({ program, rules: count }) => `${count} of the ${roleNames[program]}`)
    .join(', ')
  const programNames = Object.keys(target?.programs ?? {}).join(', ')
  return `No selected rule is about the programs of target ${target?.name} (${programNames}). Selected: ${ruleCounts}.`
}
