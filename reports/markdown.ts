import { headlineOf, redChecks } from './headline.ts'
import { plain, repeatsValues, shortened, valueText } from './plain.ts'
import type { RunCheck, RunResult, RunRule } from './result.ts'
import { count, shownOf, shownVerdicts, wordsOf } from './shown.ts'

// GitHub takes at most 1 MiB for one step's summary; this many rows stay far below it.
const mostRows = 100

/** The text of `summary.md`, made for a CI step's summary. */
export function renderMarkdown(result: RunResult): string {
  const { title, detail } = headlineOf(result)
  const parts = [
    `## ${title}: ${cell(result.target.name)}`,
    detail,
    aboutTable(result),
    totalsTable(result),
    ...redSection(result),
    ...listSection('Warned', result, 'warned'),
    ...listSection('Known failing', result, 'known-failing'),
    ...errorSection(result),
    ...observationSection(result),
  ]
  return `${parts.join('\n\n')}\n`
}

function aboutTable({ tool, target, seed, startedAt, finishedAt }: RunResult): string {
  const programs = target.programs.map(
    ({ role, command, version }) =>
      `${cell(role)} ${code(command.join(' '))}${version ? ` ${cell(version)}` : ''}`,
  )
  const rows = [
    ['Target', `${cell(target.name)} (dialect ${cell(target.dialect)})`],
    ['Programs', programs.join('<br>') || 'none'],
    ['Run', cell(`${startedAt} to ${finishedAt ?? 'an interrupt'}, seed ${seed}`)],
    ['Tool', cell(`${tool.name} ${tool.version}`)],
  ]
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n')
}

function totalsTable(result: RunResult): string {
  const shown = result.checks.map(shownOf)
  const rows = shownVerdicts.flatMap((verdict) => {
    const n = shown.filter((one) => one === verdict).length
    return n === 0 ? [] : [`| ${wordsOf(verdict)} | ${n} |`]
  })
  return ['| Verdict | Checks |', '|---|---:|', ...rows, `| **planned** | **${result.plan.checks}** |`].join(
    '\n',
  )
}

function redSection(result: RunResult): string[] {
  const red = redChecks(result)
  if (red.length === 0) return []
  const rows = red.slice(0, mostRows).map((check) => redRow(check, ruleOf(result, check)))
  const more = red.length > mostRows ? [`and ${count(red.length - mostRows, 'more check')}.`] : []
  const commands = red.slice(0, mostRows).map((check) => check.repro)
  return [
    '### What needs a look',
    ['| Verdict | Rule and check | Source | Expected | Actual |', '|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
    ...more,
    [
      '<details><summary>Commands that run these checks again</summary>',
      '',
      fenced(commands.join('\n'), 'sh'),
      '',
      '</details>',
    ].join('\n'),
  ]
}

function redRow(check: RunCheck, rule: RunRule | undefined): string {
  const source = rule === undefined ? '' : sourceText(rule)
  const says = rule === undefined ? '' : `${cell(rule.says)}<br>`
  const verdict = check.known?.passes === true ? 'passes now' : wordsOf(shownOf(check))
  const level = rule === undefined ? '' : `<br>${rule.level}`
  return `| **${verdict}**${level} | ${says}${code(check.rule)}<br>${cell(check.title)} | ${source} | ${expectedCell(check)} | ${actualCell(check)} |`
}

function expectedCell(check: RunCheck): string {
  return check.expected === null ? '' : code(shortened(valueText(check.expected), 300))
}

function actualCell(check: RunCheck): string {
  const value = check.actual === null ? '' : code(shortened(valueText(check.actual), 300))
  const reason =
    check.reason !== null && !repeatsValues(check.reason) ? cell(shortened(check.reason, 300)) : ''
  return [value, reason].filter((part) => part !== '').join('<br>')
}

function listSection(title: string, result: RunResult, verdict: 'warned' | 'known-failing'): string[] {
  const checks = result.checks.filter(
    (check) => check.ran && check.verdict === verdict && check.known?.passes !== true,
  )
  if (checks.length === 0) return []
  const items = checks.slice(0, mostRows).map((check) => {
    const link = check.known?.link === undefined ? '' : ` (${cell(check.known.link)})`
    return `- ${code(check.id)}: ${cell(shortened(check.known?.reason ?? check.reason ?? '', 300))}${link}`
  })
  return [`### ${title}`, items.join('\n')]
}

function errorSection(result: RunResult): string[] {
  if (result.errors.length === 0) return []
  const lines = result.errors.slice(0, mostRows).map((error) => shortened(plain(error), 1000))
  return ['### Outside the checks', fenced(lines.join('\n'), 'text')]
}

function observationSection(result: RunResult): string[] {
  if (result.observations.length === 0) return []
  const rows = result.observations
    .slice(0, mostRows)
    .map(
      ({ rule, what, value }) =>
        `| ${code(rule)} | ${cell(what)} | ${code(shortened(valueText(value), 200))} |`,
    )
  return [
    '<details><summary>What the implementation does where the documents leave it open</summary>',
    ['| Rule | What | Value |', '|---|---|---|', ...rows].join('\n'),
    '</details>',
  ]
}

/** Where a rule stands, for a table's cell. */
export function sourceText({ source }: Pick<RunRule, 'source'>): string {
  return cell(`document ${source.document}, ${source.section}, ${source.row}`)
}

function ruleOf(result: RunResult, check: RunCheck): RunRule | undefined {
  return result.rules.find((rule) => rule.id === check.rule)
}

/** Text that stands in a table's cell as itself: no markup, no line breaks. */
export function cell(text: string): string {
  return plain(text)
    .replace(/[\\`*_{}[\]()#!|~@]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\s*\n\s*/g, '<br>')
}

/** Text in a code span of a table's cell, where only HTML can hold backticks, bars and line breaks safely. */
export function code(text: string): string {
  return `<code>${cell(text)}</code>`
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${plain(text)}\n${fence}`
}
