import { placeText, rowText } from '#harness/catalogue.ts'
import { notYetWritten } from '#harness/outline.ts'
import type { RunResult } from '../run-schema.ts'
import { count } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'
import { valueBlock } from './values.ts'
import type { ReportView } from './view.ts'
import { hashOf } from './words.ts'

/** Returns the parts after the rules, as id and title. */
export function appendixParts({ result }: ReportView): [string, string][] {
  const entries: [string, string][] = []
  if (result.observations.length > 0) entries.push(['observations', 'What the documents leave open'])
  if (result.excluded.length > 0) entries.push(['excluded', 'Excluded statements'])
  return entries
}

/** Renders the observed behaviour where the documents leave it open, and the unchecked rows with reasons. */
export function appendix(view: ReportView): Markup {
  return html`${observations(view)}${excludedRules(view)}`
}

function observations({ result }: ReportView): Markup | undefined {
  const entries = result.observations
  if (entries.length === 0) return undefined
  const rows = entries.map(
    ({ rule, check, what, value }) =>
      html`<tr><td><a href="${hashOf('check', check)}"><code>${rule}</code></a></td><td>${what}</td><td>${valueBlock(value)}</td></tr>`,
  )
  return html`<section class="appendix" id="observations"><h2>What the documents leave open <small>${count(entries.length, 'observation')}</small></h2>
<p>Recorded for comparison between runs and implementations; nothing here is right or wrong.</p>
<div class="scroll"><table><thead><tr><th scope="col">Rule</th><th scope="col">What</th><th scope="col">This implementation</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

function excludedRules({ result }: ReportView): Markup | undefined {
  const { excluded } = result
  if (excluded.length === 0) return undefined
  const unwrittenRules = excluded.filter(({ reason }) => reason !== notYetWritten)
  const rows = unwrittenRules.map(
    ({ id, says, source, reason }) =>
      html`<tr><td><code>${id}</code><br><small>${placeText(source)}</small></td><td>${says}</td><td>${reason}</td></tr>`,
  )
  return html`<section class="appendix" id="excluded"><h2>Excluded statements <small>${count(excluded.length, 'row')}</small></h2>
${notYetRows(excluded.filter(({ reason }) => reason === notYetWritten))}
<div class="scroll"><table><thead><tr><th scope="col">Row</th><th scope="col">Says</th><th scope="col">Why it is not checked</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

/** Renders the rows without a check, by document and section, each with its count. */
function notYetRows(rules: RunResult['excluded']): Markup | undefined {
  if (rules.length === 0) return undefined
  const documents = groupsBy(rules, ({ source }) => source.document)
  return html`<p>Of these, ${count(rules.length, 'row')} have no rule yet:</p>${documents.map(
    ([document, own]) =>
      html`<details class="more"><summary>Document ${document}: ${count(own.length, 'row')}</summary>${groupsBy(
        own,
        ({ source }) => source.section,
      ).map(
        ([section, rows]) =>
          html`<h3>${section} <small>${rows.length}</small></h3><p>${rows.map(({ source }, index) => html`${index === 0 ? '' : ' · '}<code>${rowText(source)}</code>`)}</p>`,
      )}</details>`,
  )}`
}

function groupsBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, Item[]][] {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups]
}
