import type { ExcludedRule, PlannedCheck, Rule } from '../catalogue.ts'
import { globPattern } from '../glob.ts'
import { interrupts } from '../interrupts.ts'
import { HarnessError } from '../errors.ts'
import { readInput } from '../input/read.ts'
import { nearest } from '../nearest.ts'

/**
 * Returns the checks that globs over rule and check ids select, in their order.
 * @param allowMissing true if a glob that selects nothing is ignored
 * @throws HarnessError `nothing-selected` if a glob selects nothing, `usage` if a list cannot be read
 */
export function selectByGlobs(
  plannedChecks: readonly PlannedCheck[],
  only: readonly string[],
  allowMissing = false,
): readonly PlannedCheck[] {
  const globs = only.flatMap(expandList)
  if (globs.length === 0) {
    const onlyOptions = only.map((one) => `--only ${one}`).join(' ')
    throw new HarnessError(
      'nothing-selected',
      `${onlyOptions} names nothing. Give a file with one id or glob a line.`,
    )
  }
  const selectedChecks = new Set<PlannedCheck>()
  for (const glob of globs) {
    const pattern = globPattern(glob)
    const matches = plannedChecks.filter((check) => pattern.test(check.id) || pattern.test(check.rule))
    if (matches.length === 0 && !allowMissing) {
      const suggestion = nearest(glob, new Set(plannedChecks.flatMap((check) => [check.rule, check.id])))
      const hint = suggestion === undefined ? areaHint(plannedChecks, glob) : ` Did you mean ${suggestion}?`
      throw new HarnessError(
        'nothing-selected',
        `--only ${glob} matches no rule and no check.${hint} \`orch-conformance list\` shows all ids.`,
      )
    }
    for (const match of matches) selectedChecks.add(match)
  }
  return plannedChecks.filter((check) => selectedChecks.has(check))
}

/** Returns the area that a glob begins with, or else the area with the nearest name, with some of its rules. */
function areaHint(plannedChecks: readonly PlannedCheck[], glob: string): string {
  const areas = areasOf(plannedChecks)
  const [named = ''] = glob.split('.')
  const area = areas.find(
    ({ name }) =>
      name ===
      nearest(
        named,
        areas.map((one) => one.name),
      ),
  )
  if (area === undefined) return ` Areas: ${areas.map(({ name }) => name).join(', ')}.`
  const subjects = [...new Set(area.rules.map((rule) => rule.split('.').slice(0, 2).join('.')))]
  const subjectPrefix = glob.split('.').slice(0, 2).join('.').replace(/\*.*/, '')
  const suggestion = nearest(subjectPrefix, subjects)
  const shownSubjects = suggestion === undefined ? subjects.slice(0, maxShownRules) : [suggestion]
  return ` ${area.name}.* has ${area.rules.length} rule${area.rules.length === 1 ? '' : 's'}: ${shownSubjects.map((one) => `${one}.*`).join(', ')}${suggestion === undefined && subjects.length > maxShownRules ? ' …' : ''}.`
}

const maxShownRules = 8

/** An area of rules: the first part of their ids. */
export interface Area {
  readonly name: string
  readonly rules: readonly string[]
  readonly checks: readonly string[]
}

/** Returns the areas of the rules of the checks, the largest first. */
export function areasOf(plannedChecks: readonly Pick<PlannedCheck, 'id' | 'rule'>[]): readonly Area[] {
  const areaByName = new Map<string, { rules: Set<string>; checks: string[] }>()
  for (const { id, rule } of plannedChecks) {
    const [name = rule] = rule.split('.')
    const area = areaByName.get(name) ?? { rules: new Set<string>(), checks: [] }
    area.rules.add(rule)
    area.checks.push(id)
    areaByName.set(name, area)
  }
  return [...areaByName]
    .map(([name, { rules, checks }]) => ({ name, rules: [...rules], checks }))
    .toSorted((a, b) => b.rules.length - a.rules.length)
}

function expandList(only: string): string[] {
  if (!only.startsWith('@')) return [only]
  let text: string
  try {
    text = readInput(only.slice(1), 'list', `--only ${only}`)
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
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

/**
 * Returns the checks whose title, or whose rule's sentence, matches one of these patterns.
 * @throws HarnessError `nothing-selected` if no check matches
 */
export function selectByPattern(
  plannedChecks: readonly PlannedCheck[],
  patterns: readonly string[],
  rules: ReadonlyMap<string, Rule | ExcludedRule>,
): readonly PlannedCheck[] {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'iu'))
  const isMatch = ({ rule, title }: PlannedCheck): boolean => {
    const texts = [title, rules.get(rule)?.says ?? '']
    return expressions.some((expression) => texts.some((text) => expression.test(text)))
  }
  // Some patterns take forever, and a signal then ends the process.
  const selectedChecks = interrupts.runInterruptibly(() => plannedChecks.filter(isMatch))
  if (selectedChecks.length > 0) return selectedChecks
  throw new HarnessError(
    'nothing-selected',
    `--grep ${patterns.join(' --grep ')} matches no title of a check and no text of a rule. \`orch-conformance list\` shows the text of all rules.`,
  )
}
