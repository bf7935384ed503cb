import { placeText } from '#harness/catalogue.ts'
import { locationText } from '../declared-location.ts'
import { isOutOfDate } from '#harness/verdict.ts'
import { attemptsText } from '../attempts.ts'
import { type Cause, causesOf } from '../causes.ts'
import { headlineOf } from '../headline.ts'
import { stripControlCharacters, truncate, valueText } from '../plain-text.ts'
import { briefReason } from '../reason.ts'
import type { RunCheck, RunResult, RunRule } from '../run-schema.ts'
import {
  count,
  isRefusedStart,
  displayedVerdict,
  displayedVerdicts,
  verdictWords,
  checkWords,
} from '../displayed-verdict.ts'

// Maximum number of rows of a table, which keeps the summary far below 1 MiB, the limit of GitHub for a step.
const maxRows = 100
// Maximum number of listed checks after the first of a cause. The reports list all of them.
const maxNamed = 20

/** Renders `summary.md` for the summary of a CI step. */
export function renderMarkdown(result: RunResult): string {
  const { title, detail } = headlineOf(result)
  const sections = [
    `## ${title} · ${cell(result.target.name)}`,
    ...(detail === '' ? [] : [detail]),
    ...redSection(result),
    aboutTable(result),
    totalsTable(result),
    judgedTable(result),
    ...listSection('Warned', result, 'warned'),
    ...listSection('Known failing', result, 'known-failing'),
    ...errorSection(result),
    ...observationSection(result),
  ]
  return `${sections.join('\n\n')}\n`
}

function aboutTable(result: RunResult): string {
  const { tool, target, seed, startedAt, finishedAt, baseline } = result
  const { profiles } = result.scope
  const scope = profiles
    .filter(({ rules, notYet }) => rules + notYet > 0)
    .map(
      ({ name, judged, rules, notYet }) =>
        `${name}: ${judged} of ${count(rules, 'rule')}${notYet === 0 ? '' : `, ${count(notYet, 'row')} not covered yet`}`,
    )
    .join('<br>')
  const programs = target.programs.map(
    ({ role, command, version }) =>
      `${cell(role)} ${code(command.join(' '))}${version ? ` ${cell(version)}` : ''}`,
  )
  const rows = [
    ['Target', `${cell(target.name)} (dialect ${cell(target.dialect)})`],
    ['Programs', programs.join('<br>') || 'none'],
    ['Scope', scope],
    ...(baseline === undefined
      ? []
      : [['Baseline', `${code(baseline.file)}: ${count(baseline.excused, 'known failure')} excused`]]),
    ['Run', cell(`${startedAt} to ${finishedAt ?? 'an interrupt'}, seed ${seed}`)],
    ['Tool', cell(`${tool.name} ${tool.version}`)],
  ]
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n')
}

function totalsTable(result: RunResult): string {
  const shownVerdicts = result.checks.map(displayedVerdict)
  const rows = displayedVerdicts.flatMap((verdict) => {
    const n = shownVerdicts.filter((one) => one === verdict).length
    return n === 0 ? [] : [`| ${verdictWords(verdict)} | ${n} |`]
  })
  return ['| Verdict | Checks |', '|---|---:|', ...rows, `| **planned** | **${result.plan.checks}** |`].join(
    '\n',
  )
}

function judgedTable({ totals: { judgedBy } }: RunResult): string {
  const rows = Object.entries(judgedBy).map(([by, counts]) => {
    const checkTotal = Object.values(counts).reduce((sum, n) => sum + n, 0)
    return `| ${by} | ${counts.held + counts.observed} | ${checkTotal} |`
  })
  return ['| Tested by | Held or observed | Checks |', '|---|---:|---:|', ...rows].join('\n')
}

function redSection(result: RunResult): string[] {
  const causes = causesOf(result).filter(({ verdict }) => verdict !== 'warned')
  if (causes.length === 0) return []
  const rows = causes.slice(0, maxRows).map((cause) => redRow(cause, ruleOf(result, cause.checks[0])))
  const moreCausesLine =
    causes.length > maxRows ? [`and ${count(causes.length - maxRows, 'more cause')}.`] : []
  const commands = causes.slice(0, maxRows).map(({ checks: [check] }) => check.repro)
  return [
    '### Failures',
    ['| Verdict | Rule and check | Source | Expected | Actual |', '|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
    ...moreCausesLine,
    [
      '<details><summary>Commands that run these checks again</summary>',
      '',
      codeBlock(commands.join('\n'), 'sh'),
      '',
      '</details>',
    ].join('\n'),
  ]
}

/** Returns one row per cause: its first check, and the names of its other checks. */
function redRow({ checks: [check, ...others] }: Cause, rule: RunRule | undefined): string {
  const source = rule === undefined ? '' : sourceText(rule)
  const statement = rule === undefined ? '' : `${cell(rule.says)}<br>`
  const level = rule === undefined ? '' : `<br>${rule.level}`
  const location = locationText(check, rule)
  const declaration = location === undefined ? '' : `<br>Declared in ${code(location)}`
  return `| **${checkWords(check)}**${level} | ${statement}${code(check.rule)}<br>${cell(check.title)}${declaration}${otherChecksText(others)} | ${source} | ${expectedCell(check)} | ${actualCell(check)} |`
}

function otherChecksText(others: readonly RunCheck[]): string {
  if (others.length === 0) return ''
  const namedChecks = others.slice(0, maxNamed).map(({ id }) => code(id))
  const unnamedCount = others.length - namedChecks.length
  const unnamedLine = unnamedCount === 0 ? '' : `<br>… and ${unnamedCount} more`
  return `<br><details><summary>${count(others.length, 'more check')} for the same cause</summary>${namedChecks.join('<br>')}${unnamedLine}</details>`
}

function expectedCell(check: RunCheck): string {
  return check.expected === null ? '' : code(truncate(valueText(check.expected), 300))
}

function actualCell(check: RunCheck): string {
  const reason = cell(briefReason(check, 300) ?? '')
  // The reason contains the output of a program that refused to start.
  const value =
    check.actual === null || isRefusedStart(check) ? '' : code(truncate(valueText(check.actual), 300))
  const paragraphs = check.programError === undefined ? [value, reason] : [reason, value]
  return [...paragraphs, cell(attemptsText(check) ?? '')].filter((part) => part !== '').join('<br>')
}

function listSection(title: string, result: RunResult, verdict: 'warned' | 'known-failing'): string[] {
  const checks = result.checks.filter(
    (check) => check.ran && check.verdict === verdict && !isOutOfDate(check.known),
  )
  if (checks.length === 0) return []
  const items = checks.slice(0, maxRows).map((check) => {
    const { link: where, owner, expires } = check.known ?? {}
    const facts = [where, owner, ...(expires === undefined ? [] : [`until ${expires}`])]
    const lines = facts.flatMap((fact) => fact ?? [])
    const link = lines.length === 0 ? '' : ` (${cell(lines.join(', '))})`
    return `- ${code(check.id)}: ${cell(truncate(check.known?.reason ?? check.reason ?? '', 300))}${link}`
  })
  return [`### ${title}`, items.join('\n')]
}

function errorSection(result: RunResult): string[] {
  const staleEntries = result.baseline?.stale.map(({ entry, why }) => `${entry}: ${why}`) ?? []
  const errorLines = [...result.errors, ...staleEntries]
  if (errorLines.length === 0) return []
  const lines = errorLines.slice(0, maxRows).map((error) => truncate(stripControlCharacters(error), 1000))
  return ['### Run errors', codeBlock(lines.join('\n'), 'text')]
}

function observationSection(result: RunResult): string[] {
  if (result.observations.length === 0) return []
  const rows = result.observations
    .slice(0, maxRows)
    .map(
      ({ rule, what, value }) =>
        `| ${code(rule)} | ${cell(what)} | ${code(truncate(valueText(value), 200))} |`,
    )
  return [
    '<details><summary>What the implementation does where the documents leave it open</summary>',
    ['| Rule | What | Value |', '|---|---|---|', ...rows].join('\n'),
    '</details>',
  ]
}

/** Returns the location of a rule in the documents, for a table cell. */
function sourceText({ source }: Pick<RunRule, 'source'>): string {
  return cell(placeText(source))
}

function ruleOf(result: RunResult, check: RunCheck): RunRule | undefined {
  return result.rules.find((rule) => rule.id === check.rule)
}

/** Returns text for a table cell without markup or line breaks. */
export function cell(text: string): string {
  return stripControlCharacters(text)
    .replace(/[\\`*_{}[\]()#!|~@]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\s*\n\s*/g, '<br>')
}

/** Returns text in a code span of a table cell. Only HTML can safely contain backticks, bars and line breaks there. */
export function code(text: string): string {
  return `<code>${cell(text)}</code>`
}

function codeBlock(text: string, language: string): string {
  const longestFence = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longestFence + 1)
  return `${fence}${language}\n${stripControlCharacters(text)}\n${fence}`
}
