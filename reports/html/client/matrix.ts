// Script of the matrix of implementations. The build bundles it.
import type { Matrix, MatrixCell, MatrixRule } from '../../matrix/data.ts'
import { type DisplayedVerdict, verdictWords } from '../../displayed-verdict.ts'
import { html, type Markup } from '../markup.ts'
import { hashOf, label, sectionTitle } from '../words.ts'
import { elements, byId } from './dom.ts'

const emptyMatrix: Matrix = { schemaVersion: 2, runs: [], rules: [] }
let { runs, rules } = emptyMatrix
let byRule: ReadonlyMap<string, MatrixRule> = new Map()

async function unpack(base64: string): Promise<Matrix> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unzipped).json()) as Matrix
}

/** Returns the indexes of the runs whose columns are shown. */
function shownRuns(): number[] {
  return elements('[data-run]').flatMap((tick, index) =>
    tick instanceof HTMLInputElement && tick.checked ? [index] : [],
  )
}

/** Reports whether the given runs have different results for a rule. Runs that did not select the rule are ignored. */
function differsAmong({ alike }: MatrixRule, runIndexes: readonly number[]): boolean {
  return new Set(runIndexes.map((index) => alike[index]).filter((one) => typeof one === 'number')).size > 1
}

function drawTable(): void {
  const shownIndexes = shownRuns()
  const searchWords = byId('text', HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean)
  const section = byId('section', HTMLSelectElement).value
  const profile = byId('profile', HTMLSelectElement).value
  const onlyDifferent = byId('different', HTMLInputElement).checked
  const shownRuleList = rules.filter(
    (rule) =>
      (section === '' || `${rule.document}. ${rule.section}` === section) &&
      (profile === '' || rule.profile === profile) &&
      (!onlyDifferent || differsAmong(rule, shownIndexes)) &&
      searchWords.every((word) => `${rule.id} ${rule.says}`.toLowerCase().includes(word)),
  )
  // Uses the templates of the page, which escape all text of an implementation.
  byId('rows', HTMLTableSectionElement).innerHTML =
    html`${shownRuleList.map((rule) => row(rule, shownIndexes))}`.markup
  for (const [index, head] of elements('.matrix-table thead th').slice(1).entries())
    head.hidden = !shownIndexes.includes(index)
  byId('count', HTMLOutputElement).textContent = `${shownRuleList.length} of ${rules.length} rules`
}

function row(rule: MatrixRule, runIndexes: readonly number[]): Markup {
  const cells = runIndexes.map((index) => rule.cells[index] ?? null)
  return html`<tr><td><a href="${hashOf('rule', rule.id)}">${rule.says}</a><br><code>${rule.id}</code></td>${cells.map(
    (cell, at) =>
      html`<td>${cell === null ? 'not selected' : label(cell.shown)}${triageOf(rule, runIndexes[at]).map(
        ({ link }) => html`<br><a href="${link}" rel="noreferrer">triage</a>`,
      )}</td>`,
  )}</tr>`
}

/** Returns the triage entries of a run, or of all runs, whose links lead to the web. */
function triageOf({ triage = [] }: MatrixRule, run?: number): NonNullable<MatrixRule['triage']> {
  return triage.filter((one) => (run === undefined || one.run === run) && /^https?:\/\//.test(one.link))
}

function drawRule(rule: MatrixRule): void {
  const article = byId('rule', HTMLElement)
  article.innerHTML =
    html`<p><a href="#">All rules</a></p><h1>${rule.says}</h1><p>${rule.level}, document ${rule.document}, ${sectionTitle(rule.section)}, <code>${rule.rows}</code></p><p><code>${rule.id}</code></p>${groups(
      rule,
    ).map(({ names, cell }) => html`<section><h2>${names.join(', ')}</h2>${cellText(cell)}</section>`)}${list(
      'Triage',
      triageOf(rule).map(
        ({ run, link, note }) =>
          html`${runs[run]?.name}: <a href="${link}" rel="noreferrer">${note ?? link}</a>`,
      ),
    )}`.markup
}

/** Returns the result of each run for a rule, grouped by equal results. */
function groups({ alike, cells }: MatrixRule): { names: string[]; cell: MatrixCell | null }[] {
  const distinctClasses = [...new Set(alike)]
  return distinctClasses.map((kind) => ({
    names: runs.flatMap(({ name }, index) => (alike[index] === kind ? [name] : [])),
    cell: cells[alike.indexOf(kind)] ?? null,
  }))
}

function cellText(cell: MatrixCell | null): Markup {
  if (cell === null) return html`<p>This run did not select the rule.</p>`
  const { shown, checks, reasons = [], known = [], observed = [], more = {} } = cell
  const countTexts = Object.entries(checks).map(([one, n]) => `${n} ${verdictWords(one as DisplayedVerdict)}`)
  return html`<p>${label(shown)} ${countTexts.join(', ')}</p>${list(
    'Known deviations',
    known.map(({ reason, link }) =>
      link !== undefined && /^https?:\/\//.test(link)
        ? html`${reason} <a href="${link}" rel="noreferrer">${link}</a>`
        : html`${reason}`,
    ),
    more.known,
  )}${list(
    'Reasons',
    reasons.map((reason) => html`${reason}`),
    more.reasons,
  )}${list(
    'Observed',
    observed.map(({ what, value }) => html`${what}: <code>${value}</code>`),
    more.observed,
  )}`
}

function list(title: string, entries: readonly Markup[], more = 0): Markup | undefined {
  if (entries.length === 0) return undefined
  const remainingItem = more === 0 ? undefined : html`<li>and ${more} more</li>`
  return html`<h3>${title}</h3><ul>${entries.map((entry) => html`<li>${entry}</li>`)}${remainingItem}</ul>`
}

function followAddress(): void {
  let id = ''
  try {
    id = decodeURIComponent(location.hash.replace(/^#rule:/, ''))
  } catch {}
  const rule = byRule.get(id)
  const article = byId('rule', HTMLElement)
  article.hidden = rule === undefined
  byId('overview', HTMLElement).hidden = rule !== undefined
  if (rule === undefined) return
  drawRule(rule)
  article.focus()
  scrollTo(0, 0)
}

async function start(): Promise<void> {
  ;({ runs, rules } = await unpack(byId('data', HTMLScriptElement).text))
  byRule = new Map(rules.map((rule) => [rule.id, rule]))
  for (const id of ['text', 'section', 'profile', 'different'])
    document.getElementById(id)?.addEventListener('input', drawTable)
  for (const tick of elements('[data-run]')) tick.addEventListener('input', drawTable)
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('hashchange', followAddress)
  drawTable()
  followAddress()
}

void start()
