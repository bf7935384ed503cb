import { html, type Markup } from './markup.ts'
import type { DocumentGroup } from './rules.ts'
import { tallyBar } from './tally.ts'
import type { ReportView } from './view.ts'
import { documentTitles } from './words.ts'

/** Renders the navigation through the documents and their sections. */
export function outline(
  view: ReportView,
  groups: readonly DocumentGroup[],
  appendixLinks: readonly [string, string][],
): Markup {
  return html`<nav class="outline" aria-label="Documents and sections">
${groups.map(
  ({
    document,
    sections,
  }) => html`<h2><a href="#document-${document}">${document}. ${documentTitles[document]}</a></h2>
<ul>${sections.map(({ id, title, rules }) => html`<li><a href="#${id}"><span>${title}</span>${tallyBar(rules.map((rule) => view.verdictOfRule(rule)))}</a></li>`)}</ul>`,
)}
${appendixLinks.length === 0 ? undefined : html`<h2>More</h2><ul>${appendixLinks.map(([id, title]) => html`<li><a href="#${id}"><span>${title}</span></a></li>`)}</ul>`}
</nav>`
}
