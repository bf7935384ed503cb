import type { Shown } from '../shown.ts'
import { wordsOf } from '../shown.ts'
import { html, type Markup } from './markup.ts'

/** What the three documents are about. */
export const documentTitles: Readonly<Record<1 | 2 | 3, string>> = {
  1: 'API server configuration files',
  2: 'Controller manager configuration',
  3: 'Command-line flags',
}

/** The title of a section, without the marks of code that Markdown has. */
export function sectionTitle(section: string): string {
  return section.replaceAll('`', '')
}

/** A verdict as a label: an icon, a word and a colour, so that none of them is needed alone. */
export function label(shown: Shown, words = wordsOf(shown)): Markup {
  return html`<span class="verdict v-${shown}">${icon(shown)}<span>${words}</span></span>`
}

/** A verdict's icon; the word stands beside it. */
export function icon(name: string): Markup {
  return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`
}

/** The anchor of a rule or check as a link spells it. */
export function hashOf(kind: 'rule' | 'check', id: string): string {
  return `#${kind}:${encodeURI(id)}`
}

/** A span of time for people. */
export function duration(ms: number): string {
  const size = Math.abs(ms)
  if (size < 10) return `${Math.round(ms * 10) / 10} ms`
  if (size < 1000) return `${Math.round(ms)} ms`
  if (size < 120_000) return `${(ms / 1000).toFixed(size < 10_000 ? 2 : 1)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** A span of time so exactly that two moments of one check are told apart, however far they are from its start. */
export function exactly(ms: number): string {
  if (Math.abs(ms) < 10) return `${Math.round(ms * 10) / 10} ms`
  if (Math.abs(ms) < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(3)} s`
}
