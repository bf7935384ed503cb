import { rowText } from '#harness/catalogue.ts'
import type { Level } from '#harness/catalogue.ts'
import type { HeaderEvent } from '#harness/header.ts'
import type { RunRule } from '../run-schema.ts'
import { count, displayedVerdict } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'
import { tallyBar } from './tally.ts'
import type { ReportView } from './view.ts'
import { documentTitles, icon, label, sectionTitle } from './words.ts'

/** Rules of one section of a document. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly rules: readonly RunRule[]
  /** Addresses of the pages of Kubernetes' documentation about the section. */
  readonly pages: readonly string[]
}

export interface DocumentGroup {
  readonly document: 1 | 2 | 3
  readonly sections: readonly Section[]
}

/** Returns the rules grouped like the documents, in the order of the plan. */
export function groupedByDocument(
  rules: readonly RunRule[],
  pages: HeaderEvent['pages'] = [],
): DocumentGroup[] {
  return ([1, 2, 3] as const).flatMap((document) => {
    const documentRules = rules.filter((rule) => rule.source.document === document)
    if (documentRules.length === 0) return []
    const titles = [...new Set(documentRules.map((rule) => rule.source.section))]
    const sections = titles.map((title, index) => ({
      id: `document-${document}-${index + 1}`,
      title: sectionTitle(title),
      rules: documentRules.filter((rule) => rule.source.section === title),
      pages: pages.flatMap((page) =>
        page.document === document && page.section === title && page.address.startsWith('https://')
          ? page.address
          : [],
      ),
    }))
    return [{ document, sections }]
  })
}

/** Returns the rules in the order of the page. */
export function rulesInOrder(rules: readonly RunRule[]): readonly RunRule[] {
  return groupedByDocument(rules).flatMap(({ sections }) => sections.flatMap((section) => section.rules))
}

/** Renders all rules. The checks of a rule are drawn when the rule is opened. */
export function rulesMarkup(view: ReportView, groups: readonly DocumentGroup[]): Markup {
  return html`${groups.map(
    ({ document, sections }) => html`<section class="document" id="document-${document}">
<h2><span>Document ${document}</span> ${documentTitles[document]}</h2>
${sections.map((section) => sectionMarkup(view, section))}
</section>`,
  )}`
}

function sectionMarkup(view: ReportView, { id, title, rules, pages }: Section): Markup {
  return html`<section class="section" id="${id}"><header><h3>${title}</h3>${pages.map(pageLink)}${tallyBar(rules.map((rule) => view.verdictOfRule(rule)))}<small>${count(rules.length, 'rule')}</small></header>
<div class="rules">${rules.map((rule) => ruleMarkup(view, rule))}</div></section>\n`
}

function ruleMarkup(view: ReportView, rule: RunRule): Markup {
  const displayVerdict = view.verdictOfRule(rule)
  const checks = rule.checks.flatMap((id) => view.check(id) ?? [])
  const heldCount = checks.filter((check) => ['held', 'observed'].includes(displayedVerdict(check))).length
  const tally =
    heldCount === checks.length ? count(checks.length, 'check') : `${heldCount} of ${checks.length} held`
  return html`<details class="rule" id="rule:${rule.id}" data-level="${rule.level}" data-document="${rule.source.document}" data-verdict="${displayVerdict}">
<summary>${icon('chevron')}${label(displayVerdict)}<span class="statement"><span class="says">${rule.says}</span><span class="meta">${levelTag(rule.level)}<code>${rowText(rule.source)}</code><code class="id">${rule.id}</code></span></span><span class="time">${tally}</span></summary><div class="body"></div></details>\n`
}

function pageLink(url: string): Markup {
  return html`<a class="page" href="${url}" rel="noreferrer">Kubernetes’ page</a>`
}

function levelTag(level: Level): Markup {
  return html`<span class="level l-${level}">${level}</span>`
}
