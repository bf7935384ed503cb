import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ExcludedRule, isExcluded, placeText, type Rule } from '../../catalogue.ts'
import type { Catalogue } from '../../engine/plan.ts'
import { faultsOf } from '../../engine/proof.ts'
import { shortenPath } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import type { CheckEvent } from '../../events.ts'
import { nearest } from '../../nearest.ts'
import { connectionsOf, rowTexts } from './explain-row.ts'
import { extractEvidence } from './extract-evidence.ts'
import { knownLines } from './known-text.ts'
import type { Product } from '../../run/product.ts'

/** Options of `explain`. */
export interface ExplainOptions {
  /** Output directory of the run whose results are shown. */
  readonly run: string
  /** Another name of `run`. */
  readonly out?: string
  /** Directory to write the evidence of a check into. */
  readonly evidence?: string
}

/**
 * Returns the statement of a rule, its position, its checks and their results in the last run; or the rules of a row,
 * and its constraints.
 */
export async function explainText(
  catalogue: Catalogue,
  id: string,
  options: ExplainOptions,
  product: Pick<Product, 'reports' | 'outline' | 'constraints'>,
): Promise<string> {
  const rule = catalogue.rules.get(id) ?? catalogue.rules.get(catalogue.checks.get(id)?.rule ?? '')
  const constraints = await product.constraints()
  if (rule === undefined) {
    const rows = rowTexts(id, product.outline(), [...catalogue.rules.values()], constraints)
    if (rows.length > 0) return rows.join('\n')
    const rulesBelow = [...catalogue.rules.values()].filter((one) => one.id.startsWith(id))
    if (id !== '' && rulesBelow.length > 0) return listOf(id, rulesBelow)
    const suggestion = nearest(id, [...catalogue.rules.keys(), ...catalogue.checks.keys()])
    const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
    const missing = /^--[a-z]/.test(id)
      ? `The documents do not contain the flag ${id}, so no rule tests it.`
      : `There is no rule, no row and no section ${shortenPath(id)}.`
    throw new HarnessError('usage', `${missing}${hint} \`orch-conformance list\` shows all ids.`)
  }
  const out = resolve(options.out ?? options.run)
  const lastEventById = await lastEvents(out, product)
  if (options.evidence !== undefined) return evidenceText(id, lastEventById.get(id), out, options.evidence)
  const { source } = rule
  const heading = [
    `${rule.id}  ${rule.level}`,
    `  States    ${rule.says}`,
    `  Profile   ${rule.profile}, judged by ${rule.judgedBy}`,
    `  Source    ${placeText(source)}`,
    ...(rule.declaredAt === undefined ? [] : [`  Declared  ${rule.declaredAt}`]),
  ]
  const connections = connectionsOf(rule.id, constraints)
  if (isExcluded(rule))
    return `${[...heading, `  Excluded  ${rule.excluded.reason}`, ...connections].join('\n')}\n`
  const missingRunLines =
    lastEventById.size > 0
      ? []
      : [`  Last run  none in ${shortenPath(out)}; --run DIR names the output directory of another`]
  const checks = [...catalogue.checks.values()].filter((check) => check.rule === rule.id)
  const lines = checks.flatMap((check) => {
    const event = lastEventById.get(check.id)
    const twinLines = check.twin === undefined ? [] : [`      control check: ${check.twin}`]
    const resultLines =
      event === undefined
        ? []
        : [`      last run: ${event.verdict}${event.reason ? `: ${event.reason}` : ''}`]
    const declaredLines = check.declaredAt === undefined ? [] : [`      ${check.declaredAt}`]
    return [`    ${check.title}`, ...declaredLines, ...twinLines, ...resultLines]
  })
  const deviationLines = knownLines(rule, checks)
  const deviationSection = deviationLines.length === 0 ? [] : ['  Known', ...deviationLines]
  const faults = new Set(checks.flatMap((check) => faultsOf(catalogue.collected.get(check.id) ?? {})))
  return `${[...heading, ...connections, ...missingRunLines, '  Checks', ...lines, ...deviationSection, `  Faults    ${[...faults].join(', ') || 'none'}`].join('\n')}\n`
}

/** Writes the evidence of a check, and returns the paths of the files, a line each. */
function evidenceText(id: string, event: CheckEvent | undefined, out: string, into: string): string {
  if (event === undefined)
    throw new HarnessError(
      'usage',
      `${shortenPath(out)} has no result of a check ${id}. --evidence takes the id of a check; --run DIR names another run.`,
    )
  return `${extractEvidence(event, out, resolve(into)).map(shortenPath).join('\n')}\n`
}

/** Returns the rules whose ids begin with a prefix, a line each. */
function listOf(prefix: string, rules: readonly (Rule | ExcludedRule)[]): string {
  const lines = rules.map(({ id, level, says }) => `  ${id}  [${level}]  ${says}`)
  const count = rules.length === 1 ? 'One rule begins' : `${rules.length} rules begin`
  return `${[`${count} with ${prefix}:`, ...lines].join('\n')}\n`
}

/** Returns the results of the last run, by check; empty if there was no run. */
async function lastEvents(
  out: string,
  product: Pick<Product, 'reports'>,
): Promise<ReadonlyMap<string, CheckEvent>> {
  if (!existsSync(join(out, 'events.jsonl'))) return new Map()
  const events = await (await product.reports()).read(out)
  return new Map(events.flatMap((event) => (event.type === 'check' ? [[event.id, event]] : [])))
}
