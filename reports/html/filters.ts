import type { Level } from '#harness/catalogue.ts'
import { displayedVerdict, verdictWords } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'
import type { DocumentGroup } from './rules.ts'
import { tally } from './tally.ts'
import type { ReportView } from './view.ts'
import { documentTitles, icon } from './words.ts'

const levels: readonly Level[] = ['MUST', 'SHOULD', 'UNSPECIFIED']

/** Renders the controls that filter the rules. */
export function filterBar({ result }: ReportView, groups: readonly DocumentGroup[]): Markup {
  const verdicts = tally(result.checks.map(displayedVerdict)).map(
    ({ shown, n }) =>
      html`<button type="button" class="chip v-${shown}" data-filter="verdict" value="${shown}" aria-pressed="false">${icon(shown)}${verdictWords(shown)} <b>${n}</b></button>`,
  )
  const presentLevels = levels.filter((level) => result.rules.some((rule) => rule.level === level))
  return html`<form class="filters" role="search" aria-label="Filter the rules">
<div class="choices"><div class="chips" role="group" aria-label="Verdicts of checks">${verdicts}</div>
<div class="chips" role="group" aria-label="Levels">${presentLevels.map((level) => html`<button type="button" class="chip" data-filter="level" value="${level}" aria-pressed="false">${level}</button>`)}</div></div>
<div class="pinned"><label class="search">${icon('search')}<span class="unseen">Search rules and checks</span><input type="search" id="text" placeholder="Search rules, checks, reasons" autocomplete="off" spellcheck="false"><kbd>/</kbd></label>
<label class="choice"><span class="unseen">Document</span><select id="document"><option value="">All documents</option>${groups.map(({ document }) => html`<option value="${document}">${document}. ${documentTitles[document]}</option>`)}</select></label>
<button type="button" id="expand" aria-pressed="false">Expand all</button>
<p class="count"><output id="count" aria-live="polite"></output> <button type="button" id="clear" hidden>Clear filters</button></p></div>
</form>`
}
