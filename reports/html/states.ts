import type { TimelineEntry } from '#harness/events.ts'
import { html, type Markup } from './markup.ts'
import { isDocumented } from './timeline-kept.ts'

/** A stretch of time in which the documents have a program in one state. */
export interface Band {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

/** How a request was answered, as far as colours tell it. */
export type Answer = 'answered' | 'rejected' | 'failed'

/** The words for each. */
export const answerWords: Readonly<Record<Answer, string>> = {
  answered: 'answered 2xx',
  rejected: 'answered 4xx',
  failed: 'answered 5xx, cut or refused',
}

/** The states that a timeline goes through, oldest first; none where the documents name no transition. */
export function bandsOf(entries: readonly TimelineEntry[]): readonly Band[] {
  const transitions = entries.filter(isDocumented).toSorted((a, b) => a.atMs - b.atMs)
  const [first] = transitions
  if (first === undefined) return []
  const ends = entries.flatMap(({ kind, atMs }) => (kind === 'exit' ? [atMs] : []))
  const endMs = ends.find((atMs) => atMs >= first.atMs) ?? Infinity
  const starts = [
    { name: namesIn(first).before ?? 'before', fromMs: -Infinity },
    ...transitions
      .filter(({ atMs }) => atMs < endMs)
      .map((entry) => ({ name: namesIn(entry).state ?? entry.what, fromMs: entry.atMs })),
    ...(endMs === Infinity ? [] : [{ name: 'ended', fromMs: endMs }]),
  ]
  return starts.map((band, index) => ({ ...band, toMs: starts[index + 1]?.fromMs ?? Infinity }))
}

/** What the suite says of a transition: the state that begins, and of the first the one that ends. */
function namesIn({ data }: TimelineEntry): { readonly state?: string; readonly before?: string } {
  const { state, before } = (data ?? {}) as { state?: unknown; before?: unknown }
  return { ...(typeof state === 'string' && { state }), ...(typeof before === 'string' && { before }) }
}

/** How a request was answered; nothing of one that tells no status. */
export function answerOf({ kind, what }: TimelineEntry): Answer | undefined {
  if (kind !== 'request') return undefined
  const [, status] = /(?:^|→ )([1-5])\d\d\b/.exec(what) ?? []
  if (status !== undefined) return status < '4' ? 'answered' : status === '4' ? 'rejected' : 'failed'
  return /\b(?:cut|refused|hung up)\b/.test(what) ? 'failed' : undefined
}

/** Caller, and what was answered in each state; what lasts over several is in flight until its end. */
export function statesTable(entries: readonly TimelineEntry[], bands: readonly Band[]): Markup | undefined {
  const asked = entries.filter(({ kind }) => kind === 'request')
  const sources = [...new Set(asked.map(({ source }) => source))]
  const cells = sources.map((source) =>
    bands.map((band) => [
      ...new Set(asked.flatMap((entry) => (entry.source === source ? answerIn(entry, band) : []))),
    ]),
  )
  const shown = bands.flatMap((_, index) =>
    cells.some((row) => (row[index] ?? []).length > 0) ? [index] : [],
  )
  if (shown.length === 0) return undefined
  return html`<div class="scroll states" tabindex="0" role="group" aria-label="Answers by state"><table><caption>Requests, and responses in each documented state</caption><thead><tr><th scope="col">Caller</th>${shown.map((index) => html`<th scope="col">${bands[index]?.name ?? ''}</th>`)}</tr></thead><tbody>${sources.map(
    (source, row) =>
      html`<tr><th scope="row">${source}</th>${shown.map((index) => html`<td>${(cells[row]?.[index] ?? []).join(', then ')}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

function answerIn({ atMs, untilMs = atMs, what }: TimelineEntry, { fromMs, toMs }: Band): string[] {
  if (atMs >= toMs || untilMs < fromMs) return []
  // Looks that were answered alike are one entry, which tells how many they were.
  const [, alike] = /^(.*), \d+ times$/.exec(what) ?? []
  if (alike !== undefined) return [alike]
  return untilMs < toMs ? [what] : ['in flight']
}
