import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../directory.ts'
import { environmentFault, lineOf, shortenPath } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { defaultInvocation } from '../../repro/command.ts'
import {
  type ExcludedRule,
  isExcluded,
  type ListedRule,
  type PlannedCheck,
  type Rule,
  rowText,
} from '../../catalogue.ts'
import { type Collected, readCollection, readFreshCollection, saveCollected } from '../../engine/collected.ts'
import type { Engine } from '../../engine/engine.ts'
import { type Catalogue, catalogueOf, isFiltered, selectChecks, type Selection } from '../../engine/plan.ts'
import { areasOf } from '../../engine/matching.ts'
import type { Situation } from '../../situations/kinds.ts'
import { situationTable } from '../../situations/table.ts'
import { situationsOutput } from './situations.ts'
import { inDocumentOrder, notYetWritten, type DocumentPart } from '../../outline.ts'
import type { Profile } from '../../profiles.ts'
import { defaultLimits } from '../../target/target.ts'
import type { Product } from '../../run/product.ts'
import { defaultJobs, Session, type SessionOptions } from '../../run/session.ts'

export type { ListedRule } from '../../catalogue.ts'

/** Returns every rule and check without running a check. */
export async function readCatalogue(
  product: SessionOptions['product'] & Pick<Product, 'outline'>,
): Promise<Catalogue> {
  const checks = readFreshCollection(product.suitesDir)
  return catalogueOf(checks ?? (await withEngine(product, (engine) => engine.collect())), product.outline())
}

/**
 * Reads every rule and check from the compiled suites and stores the list next to them, for later runs.
 * @param modules the suite files that changed since the list was stored; an empty list means all
 */
export async function saveCatalogue(
  product: SessionOptions['product'],
  modules: readonly string[] = [],
): Promise<void> {
  const changedModules = new Set(modules)
  const cachedChecks = changedModules.size === 0 ? [] : (readCollection(product.suitesDir) ?? [])
  const changedChecks = await withEngine(product, (engine) => engine.collect([...changedModules]))
  const unchangedChecks = cachedChecks.filter(({ module }) => !changedModules.has(module))
  const allChecks = [...unchangedChecks, ...changedChecks].toSorted(byModule)
  catalogueOf(allChecks)
  saveCollected(product.suitesDir, allChecks)
}

// Keeps the list in the same order, regardless of the part that was read last.
function byModule(a: Collected, b: Collected): number {
  return a.module === b.module ? 0 : a.module < b.module ? -1 : 1
}

/** Reads suites with an engine of a separate session, which runs no checks. */
export async function withEngine<T>(
  product: SessionOptions['product'],
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const target = { name: 'none', dialect: 'orch', programs: {}, limits: defaultLimits }
  const session = new Session({
    product,
    target,
    // No output directory is needed, because no check runs.
    outDir: '',
    seed: 0,
    thorough: false,
    invocation: defaultInvocation,
  })
  try {
    return await work(await session.engine(defaultJobs()))
  } finally {
    await session.close()
  }
}

/** Command-line options of `list`. */
export interface ListOptions extends Pick<Selection, 'only' | 'grep'> {
  readonly json: boolean
  readonly ids?: true
  /** True if areas are listed instead of rules. */
  readonly areas?: true
  /** True if rows are listed with the kinds of situations that checks try. */
  readonly situations?: true
  readonly profile?: readonly Profile[]
  /** Directory of the pages that are written in place of a list. */
  readonly pages?: string
  /** Output directory of the run whose results the pages contain. */
  readonly run?: string
}

/**
 * Returns the output of `list`: the selected rules, with their selected checks.
 * @throws HarnessError `nothing-selected` if `only` or `grep` selects nothing
 */
export function listOutput(
  catalogue: Catalogue,
  { json, ids, areas, situations, ...options }: ListOptions,
  isInScope: (rule: Rule | ExcludedRule) => boolean,
  places: readonly DocumentPart[],
  kinds: readonly Situation[] = [],
): string {
  const rules = selectRules(catalogue, options, isInScope, places)
  if (ids)
    return rules
      .flatMap((rule) => [rule.id, ...rule.checks])
      .map((id) => `${id}\n`)
      .join('')
  if (areas) return areasText(rules, json)
  if (situations) return situationsOutput(situationTable(places, rules, kinds), json)
  return json ? `${JSON.stringify(rules, null, 2)}\n` : listText(rules)
}

/** Returns the first parts of the ids of rules, with the numbers of rules and checks, as a table or as JSON. */
function areasText(rules: readonly ListedRule[], json: boolean): string {
  const checks = rules.flatMap((rule) => rule.checks.map((id) => ({ id, rule: rule.id })))
  const areas = areasOf(checks).map((area) => {
    const areaRules = new Set(area.rules)
    const programs = new Set(rules.filter(({ id }) => areaRules.has(id)).map(({ program }) => program))
    return {
      area: area.name,
      rules: area.rules.length,
      checks: area.checks.length,
      programs: [...programs],
    }
  })
  if (json) return `${JSON.stringify(areas, null, 2)}\n`
  const rows = [
    ['area', 'rules', 'checks', 'programs'],
    ...areas.map((one) => [one.area, String(one.rules), String(one.checks), one.programs.join(', ')]),
  ]
  const columnWidths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const formatLine = ([area = '', ruled = '', checked = '', programs = '']: readonly string[]): string =>
    `${area.padEnd(columnWidths[0] ?? 0)}  ${ruled.padStart(columnWidths[1] ?? 0)}  ${checked.padStart(columnWidths[2] ?? 0)}  ${programs}`
  return `${rows.map(formatLine).join('\n')}\n\nTest one of them: run --only 'AREA.*'\n`
}

/**
 * Writes a page per section of the documents, with the results of a run if one is given.
 * @throws HarnessError `nothing-selected` if `only` or `grep` selects nothing
 */
export async function writePages(
  product: Product,
  options: ListOptions,
  isInScope: (rule: Rule | ExcludedRule) => boolean,
): Promise<void> {
  const { pages = '', run } = options
  const reports = await product.reports()
  const events = run === undefined ? [] : await reports.read(run)
  const rules = selectRules(await readCatalogue(product), options, isInScope, product.outline())
  const texts = await reports.pages(rules, events, await product.constraints(), product.outline())
  try {
    makeDirectory(pages)
    for (const { name, text } of texts) writeFileSync(join(pages, name), text)
  } catch (thrown) {
    const attemptText = `--pages ${shortenPath(pages)}: the directory cannot be written`
    throw (
      environmentFault(thrown, attemptText) ??
      new HarnessError('usage', `${attemptText} (${lineOf(thrown)}). Give another one.`, { cause: thrown })
    )
  }
}

function selectRules(
  catalogue: Catalogue,
  { profile, only, grep }: Partial<Pick<ListOptions, 'profile' | 'only' | 'grep'>>,
  isInScope: (rule: Rule | ExcludedRule) => boolean,
  places: readonly DocumentPart[],
): ListedRule[] {
  const isWithinSelection = (rule: Rule | ExcludedRule): boolean =>
    isInScope(rule) && (profile?.includes(rule.profile) ?? true)
  const selection = { isInScope: isWithinSelection, ...(only && { only }), ...(grep && { grep }) }
  const checks = new Map(selectChecks(catalogue, selection).map((check) => [check.id, check]))
  const usedRules = new Set([...checks.values()].map(({ rule }) => rule))
  const isShown = isFiltered(selection)
    ? (rule: Rule | ExcludedRule) => usedRules.has(rule.id)
    : isWithinSelection
  return listRules({ ...catalogue, checks }, isShown, places)
}

/**
 * Returns the rules of the documents with their checks, in the order of the documents.
 * @param places all rows and sentences, in the order of the documents
 */
export function listRules(
  catalogue: Catalogue,
  isInScope: (rule: Rule | ExcludedRule) => boolean,
  places: readonly DocumentPart[],
): ListedRule[] {
  const checksByRule = new Map<string, PlannedCheck[]>()
  for (const check of catalogue.checks.values())
    checksByRule.set(check.rule, [...(checksByRule.get(check.rule) ?? []), check])
  const rules = [...catalogue.rules.values()].filter(isInScope)
  return inDocumentOrder(rules, places).map((rule) => {
    const { id, level, says, program, profile, judgedBy, source } = rule
    const ruleChecks = checksByRule.get(id) ?? []
    const checkLocations = ruleChecks.flatMap((check) =>
      check.declaredAt === undefined ? [] : [[check.id, check.declaredAt]],
    )
    const capability = isExcluded(rule) ? undefined : rule.capability
    return {
      id,
      level,
      says,
      program,
      profile,
      judgedBy,
      source,
      checks: ruleChecks.map((check) => check.id),
      ...(capability !== undefined && { capability }),
      ...(isExcluded(rule) && { excluded: rule.excluded }),
      ...(rule.declaredAt !== undefined && { declaredAt: rule.declaredAt }),
      ...(checkLocations.length > 0 && { checksDeclaredAt: Object.fromEntries(checkLocations) }),
    }
  })
}

/** Returns the catalogue as readable text, by document and section. */
export function listText(rules: readonly ListedRule[]): string {
  const rulesByPlace = new Map<string, ListedRule[]>()
  for (const rule of rules) {
    const section = `Document ${rule.source.document} · ${rule.source.section}`
    rulesByPlace.set(section, [...(rulesByPlace.get(section) ?? []), rule])
  }
  const blocks = [...rulesByPlace].map(([place, members]) => [place, ...members.map(ruleLine)].join('\n'))
  const checkCount = rules.reduce((sum, rule) => sum + rule.checks.length, 0)
  const excludedRules = rules.filter(({ excluded }) => excluded !== undefined)
  const unwrittenCount = excludedRules.filter(({ excluded }) => excluded?.reason === notYetWritten).length
  const sumTexts = [
    `${countText(rules.length - excludedRules.length, 'rule')}, ${countText(checkCount, 'check')}`,
    `${excludedRules.length - unwrittenCount} statements excluded, with a reason`,
    `${unwrittenCount} not covered yet`,
  ]
  return `${blocks.join('\n\n')}\n\n${sumTexts.join('; ')}\n`
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function ruleLine(rule: ListedRule): string {
  const checkText =
    rule.excluded === undefined ? countText(rule.checks.length, 'check') : `excluded: ${rule.excluded.reason}`
  return `  ${rule.id}  [${rule.level}]  ${rowText(rule.source)}: ${rule.says} (${checkText})`
}
