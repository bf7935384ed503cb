import type { DisplayedVerdict } from '../displayed-verdict.ts'
import { verdictWords } from '../displayed-verdict.ts'
import { html, type Markup } from './markup.ts'

/** Titles of the three documents. */
export const documentTitles: Readonly<Record<1 | 2 | 3, string>> = {
  1: 'API server configuration files',
  2: 'Controller manager configuration',
  3: 'Command-line flags',
}

/** Returns the title of a section, without Markdown code marks. */
export function sectionTitle(section: string): string {
  return section.replaceAll('`', '')
}

/** Renders a verdict as a label: an icon, a word and a colour, so that each alone is sufficient. */
export function label(shown: DisplayedVerdict, words = verdictWords(shown)): Markup {
  return html`<span class="verdict v-${shown}">${icon(shown)}<span>${words}</span></span>`
}

/** Renders the icon of a verdict, next to its word. */
export function icon(name: string): Markup {
  return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`
}

/** Returns the anchor of a rule or check as used in links. */
export function hashOf(kind: 'rule' | 'check', id: string): string {
  return `#${kind}:${encodeURI(id)}`
}

/** Returns a readable duration. */
export function duration(ms: number): string {
  const absoluteMs = Math.abs(ms)
  if (absoluteMs < 10) return `${Math.round(ms * 10) / 10} ms`
  if (absoluteMs < 1000) return `${Math.round(ms)} ms`
  if (absoluteMs < 120_000) return `${(ms / 1000).toFixed(absoluteMs < 10_000 ? 2 : 1)} s`
  return `${Math.round(ms / 60_000)} min`
}

/**
 * Returns a duration precise enough to distinguish two moments of one check, regardless of their distance from its
 * start.
 */
export function durationText(ms: number): string {
  if (Math.abs(ms) < 10) return `${Math.round(ms * 10) / 10} ms`
  if (Math.abs(ms) < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(3)} s`
}
