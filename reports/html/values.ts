import { diffWordsWithSpace } from 'diff'
import { truncate, valueText } from '../plain-text.ts'
import { html, type Markup } from './markup.ts'

// Maximum length of a value on the page, in characters. run.json contains the complete value.
const maxValueLength = 6000
// Maximum length of a line, in characters, so that the expected and the actual value fit side by side.
const widestLineLength = 52
// Maximum number of marked differences. Texts with more differences have too little in common.
const maxEdits = 400

/** Returns a value as the page shows it. */
export function textOf(value: unknown): string {
  return truncate(valueText(value, widestLineLength), maxValueLength)
}

/** Renders a value as a block of text. */
export function valueBlock(value: unknown): Markup {
  return html`<pre>${textOf(value)}</pre>`
}

/** Renders the expected and the actual value side by side, with the differences marked in both. */
export function valuesMarkup(expected: string, actual: string): Markup {
  const [left, right] = markDifferences(expected, actual)
  return html`<div class="values"><div><h4>Expected</h4><pre tabindex="0">${left}</pre></div><div><h4>Actual</h4><pre tabindex="0">${right}</pre></div></div>`
}

function markDifferences(expected: string, actual: string): readonly [Markup, Markup] {
  const diffParts = diffWordsWithSpace(expected, actual, { maxEditLength: maxEdits })
  // Texts without a common part are not marked, because everything would be coloured.
  if (
    diffParts === undefined ||
    !diffParts.some(({ added, removed, value }) => !added && !removed && /\w/.test(value))
  )
    return [html`${expected}`, html`${actual}`]
  const markedSide = (own: 'added' | 'removed', other: 'added' | 'removed'): Markup =>
    html`${diffParts.filter((part) => !part[other]).map((part) => (part[own] ? html`<mark>${part.value}</mark>` : html`${part.value}`))}`
  return [markedSide('removed', 'added'), markedSide('added', 'removed')]
}
