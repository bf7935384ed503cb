import { diffWordsWithSpace } from 'diff'
import { shortened, valueText } from '../plain.ts'
import { html, type Markup } from './markup.ts'

// Longer values are for run.json; here they would only push the rest away.
const longestValue = 6000
// Expected and actual stand side by side.
const widestLine = 52
// Texts that differ in more words than this have little in common that marks could show.
const mostEdits = 400

/** A value as the page shows it. */
export function textOf(value: unknown): string {
  return shortened(valueText(value, widestLine), longestValue)
}

/** A value as a block of text. */
export function valueBlock(value: unknown): Markup {
  return html`<pre>${textOf(value)}</pre>`
}

/** What was expected and what came, side by side, with what differs marked in both. */
export function valuesMarkup(expected: string, actual: string): Markup {
  const [left, right] = marked(expected, actual)
  return html`<div class="values"><div><h4>Expected</h4><pre tabindex="0">${left}</pre></div><div><h4>Actual</h4><pre tabindex="0">${right}</pre></div></div>`
}

function marked(expected: string, actual: string): readonly [Markup, Markup] {
  const parts = diffWordsWithSpace(expected, actual, { maxEditLength: mostEdits })
  // Where nothing is the same, marks would only colour everything.
  if (
    parts === undefined ||
    !parts.some(({ added, removed, value }) => !added && !removed && /\w/.test(value))
  )
    return [html`${expected}`, html`${actual}`]
  const side = (own: 'added' | 'removed', other: 'added' | 'removed'): Markup =>
    html`${parts.filter((part) => !part[other]).map((part) => (part[own] ? html`<mark>${part.value}</mark>` : html`${part.value}`))}`
  return [side('removed', 'added'), side('added', 'removed')]
}
