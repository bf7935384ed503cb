import type { TimelineEntry } from '#harness/events.ts'
import { html, type Markup } from './markup.ts'
import { isDocumented } from './timeline-entries.ts'

/** Period in which a program is in one state according to the documents. */
export interface Band {
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

/** Outcome of a request, as distinguished by colour. */
export type ResponseKind = 'answered' | 'rejected' | 'failed'

/** Label of each outcome. */
export const responseWords: Readonly<Record<ResponseKind, string>> = {
  answered: 'answered 2xx',
  rejected: 'answered 4xx',
  failed: 'answered 5xx, cut or refused',
}

/** Returns the states of a timeline, oldest first. Empty when the documents name no transition. */
export function bandsOf(entries: readonly TimelineEntry[]): readonly Band[] {
  const transitions = entries.filter(isDocumented).toSorted((a, b) => a.atMs - b.atMs)
  const [first] = transitions
  if (first === undefined) return []
  const exitTimesMs = entries.flatMap(({ kind, atMs }) => (kind === 'exit' ? [atMs] : []))
  const endMs = exitTimesMs.find((atMs) => atMs >= first.atMs) ?? Infinity
  const bandStarts = [
    { name: namesIn(first).before ?? 'before', fromMs: -Infinity },
    ...transitions
      .filter(({ atMs }) => atMs < endMs)
      .map((entry) => ({ name: namesIn(entry).state ?? entry.what, fromMs: entry.atMs })),
    ...(endMs === Infinity ? [] : [{ name: 'ended', fromMs: endMs }]),
  ]
  return bandStarts.map((band, index) => ({ ...band, toMs: bandStarts[index + 1]?.fromMs ?? Infinity }))
}

/** Returns the names in a transition: the state that begins, and for the first transition also the state that ends. */
function namesIn({ data }: TimelineEntry): { readonly state?: string; readonly before?: string } {
  const { state, before } = (data ?? {}) as { state?: unknown; before?: unknown }
  return { ...(typeof state === 'string' && { state }), ...(typeof before === 'string' && { before }) }
}

/** Returns the outcome of a request, or nothing for an entry that shows no outcome of a request. */
export function responseKind({ kind, what }: TimelineEntry): ResponseKind | undefined {
  if (kind !== 'request') return undefined
  const [, status] = /(?:^|→ )([1-5])\d\d\b/.exec(what) ?? []
  if (status !== undefined) return status < '4' ? 'answered' : status === '4' ? 'rejected' : 'failed'
  return /\b(?:cut|refused|hung up)\b/.test(what) ? 'failed' : undefined
}

/**
 * Renders the callers and the responses in each state. A request that spans several states is in flight until its end.
 */
export function statesTable(entries: readonly TimelineEntry[], bands: readonly Band[]): Markup | undefined {
  const requests = entries.filter(({ kind }) => kind === 'request')
  const sources = [...new Set(requests.map(({ source }) => source))]
  const cells = sources.map((source) =>
    bands.map((band) => [
      ...new Set(requests.flatMap((entry) => (entry.source === source ? responseIn(entry, band) : []))),
    ]),
  )
  const shownColumns = bands.flatMap((_, index) =>
    cells.some((row) => (row[index] ?? []).length > 0) ? [index] : [],
  )
  if (shownColumns.length === 0) return undefined
  return html`<div class="scroll states" tabindex="0" role="group" aria-label="Answers by state"><table><caption>Requests, and responses in each documented state</caption><thead><tr><th scope="col">Caller</th>${shownColumns.map((index) => html`<th scope="col">${bands[index]?.name ?? ''}</th>`)}</tr></thead><tbody>${sources.map(
    (source, row) =>
      html`<tr><th scope="row">${source}</th>${shownColumns.map((index) => html`<td>${(cells[row]?.[index] ?? []).join(', then ')}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

function responseIn({ atMs, untilMs = atMs, what }: TimelineEntry, { fromMs, toMs }: Band): string[] {
  if (atMs >= toMs || untilMs < fromMs) return []
  // The entry of several polls with equal responses ends with their number.
  const [, alike] = /^(.*), \d+ times$/.exec(what) ?? []
  if (alike !== undefined) return [alike]
  return untilMs < toMs ? [what] : ['in flight']
}
