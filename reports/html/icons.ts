import type { DisplayedVerdict } from '../displayed-verdict.ts'
import { html, type Markup, trustedMarkup } from './markup.ts'

// Each icon is a 16 by 16 drawing in the current colour. The shapes differ, so colour is never the only sign.
const verdictIconPaths: Readonly<Record<DisplayedVerdict, string>> = {
  held: '<path d="M3 8.5l3.2 3.2L13 4.8"/>',
  observed:
    '<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="2"/>',
  'not-applicable': '<path d="M3.5 8h9"/>',
  'known-failing': '<path d="M4 14V2.5h7.5L9.8 5.6l1.7 3.1H4"/>',
  warned: '<path d="M8 2L14.5 13.5h-13z"/><path d="M8 6.5v3.2M8 11.6v.1"/>',
  inconclusive: '<path d="M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.600 8 9 8 10M8 12.600v.1"/>',
  unstable: '<path d="M2.500 8h2L6.500 4l3 8 2-4h2"/>',
  untestable: '<circle cx="8" cy="8" r="6"/><path d="M3.800 12.200l8.400-8.400"/>',
  'not-run': '<circle cx="8" cy="8" r="6" stroke-dasharray="2.500 2.200"/>',
  broken: '<path d="M4 4l8 8M12 4l-8 8"/>',
  crashed: '<path d="M9 1.500L3.500 9H8l-1 5.500L12.500 7H8z"/>',
  'harness-fault':
    '<path d="M10.500 2.300a4 4 0 0 0-5 5L2 10.800 5.200 14l3.500-3.500a4 4 0 0 0 5-5L11.200 8 8 4.800z"/>',
}

const iconPaths: Readonly<Record<string, string>> = {
  link: '<path d="M6.500 9.500l3-3M7 4.500l1.200-1.200a3 3 0 0 1 4.300 4.300L11.300 8.800M9 11.500l-1.200 1.200a3 3 0 0 1-4.300-4.300l1.200-1.200"/>',
  search: '<circle cx="7" cy="7" r="4.500"/><path d="M10.500 10.500L14 14"/>',
  chevron: '<path d="M6 3.500L10.500 8 6 12.500"/>',
}

// Marks of a timeline, centred on 0,0: one shape per kind of entry.
const markShapePaths: Readonly<Record<string, string>> = {
  asked: '<circle r="4.500"/>',
  request: '<path d="M0-6L6 0 0 6-6 0z"/>',
  output: '<path d="M-1.500-5h3V5h-3z"/>',
  signal: '<path d="M0-6L6 5H-6z"/>',
  start: '<path d="M-4-5.500L6 0-4 5.500z"/>',
  exit: '<path d="M-5-5H5V5H-5z"/>',
  write: '<path d="M-4-5.500h5.500L5-2v7.500h-9z"/>',
  note: '<circle r="3"/>',
}

/** Renders the drawings that the page refers to. */
export function sprite(): Markup {
  const icons = Object.entries({ ...verdictIconPaths, ...iconPaths }).map(
    ([name, paths]) => `<symbol id="i-${name}" viewBox="0 0 16 16">${paths}</symbol>`,
  )
  const markSymbols = Object.entries(markShapePaths).map(([name, paths]) => `<g id="m-${name}">${paths}</g>`)
  return html`<svg class="sprite" aria-hidden="true">${trustedMarkup([...icons, ...markSymbols].join(''))}</svg>`
}
