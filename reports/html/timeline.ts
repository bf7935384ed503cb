import type { TimelineEntry } from '#harness/events.ts'
import { shortened, valueText } from '../plain.ts'
import { html, type Markup } from './markup.ts'
import { offset, type Scale, scaleOf } from './timeline-scale.ts'
import { duration } from './words.ts'

const laneHeight = 26
const axisHeight = 24

const kinds: Readonly<Record<TimelineEntry['kind'], string>> = {
  asked: 'was asked',
  request: 'request',
  output: 'output',
  signal: 'signal',
  start: 'start',
  exit: 'exit',
  write: 'file written',
  note: 'note',
}

export interface TimelineOptions {
  /** The moment that counts as zero: when the check began. */
  readonly originMs: number
  readonly most: number
  /** Characters of each entry's data; 0 leaves data out. */
  readonly dataCharacters: number
}

/** A check's timeline, drawn with a lane per source, and the same as a table. */
export function timeline(all: readonly TimelineEntry[], options: TimelineOptions): Markup {
  const sorted = all.toSorted((a, b) => a.atMs - b.atMs)
  const entries = sorted.some(isDocumented) ? outlined(sorted, options.most) : bounded(sorted, options.most)
  if (entries.length === 0) return html`<p class="nothing">Nothing was recorded on the timeline.</p>`
  const sources = [...new Set([...entries.filter(isDocumented), ...entries].map((entry) => entry.source))]
  const moments = entries.flatMap(({ atMs, untilMs }) => (untilMs === undefined ? [atMs] : [atMs, untilMs]))
  const scale = scaleOf([...moments, options.originMs], options.originMs)
  const left = sorted.length - entries.length
  const note =
    left === 0
      ? undefined
      : html`<p class="nothing">${left} of ${sorted.length} entries are left out here; the evidence folder has them all.</p>`
  return html`<figure class="timeline" role="group" aria-label="Timeline, ${entriesWord(entries.length)}">
<div class="lanes"><ol class="sources">${sources.map((source) => html`<li>${source}</li>`)}</ol>${drawing(entries, sources, scale, options)}</div>
${legend(entries)}${note}
<details class="entries"><summary>${entriesWord(entries.length)} as a table</summary><div class="scroll">${table(entries, options)}</div></details>
</figure>`
}

/** Whether something is a transition that the documents name, at the moment at which they have it. */
function isDocumented({ source }: TimelineEntry): boolean {
  return source === 'documented'
}

// The clients and peers of a picture of states; what is beyond this would not be told apart.
const mostOutlines = 60

/** What shows how states follow each other, whole: transitions, signals and all that lasts. The rest as far as it fits. */
function outlined(entries: readonly TimelineEntry[], most: number): readonly TimelineEntry[] {
  const isOutline = (entry: TimelineEntry): boolean =>
    isDocumented(entry) || ['signal', 'start', 'exit'].includes(entry.kind) || isSpan(entry)
  const outline = bounded(entries.filter(isOutline), Math.max(most, mostOutlines))
  const rest = bounded(
    entries.filter((entry) => !isOutline(entry)),
    Math.max(0, most - outline.length),
  )
  const kept = new Set([...outline, ...rest])
  return entries.filter((entry) => kept.has(entry))
}

function isSpan({ kind, untilMs }: TimelineEntry): boolean {
  return kind === 'request' && untilMs !== undefined
}

/** The beginning and, more of it, the end: how things started and how they came to the verdict. */
function bounded(entries: readonly TimelineEntry[], most: number): readonly TimelineEntry[] {
  if (entries.length <= most) return entries
  const head = Math.floor(most / 3)
  return [...entries.slice(0, head), ...entries.slice(entries.length - (most - head))]
}

function drawing(
  entries: readonly TimelineEntry[],
  sources: readonly string[],
  scale: Scale,
  options: TimelineOptions,
): Markup {
  const height = sources.length * laneHeight
  const y = (source: string): number => sources.indexOf(source) * laneHeight + laneHeight / 2
  const zero = percent(scale.at(options.originMs))
  return html`<svg class="plot" height="${height + axisHeight}" aria-hidden="true">
${sources.map((source) => html`<line class="lane" x1="0" x2="100%" y1="${y(source)}" y2="${y(source)}"/>`)}
${scale.breaks.map((gap) => html`<rect class="gap" x="${percent(gap.from)}" width="${percent(gap.to - gap.from)}" y="0" height="${height}"><title>${gap.label} without an entry, drawn shorter</title></rect>`)}
<line class="zero" x1="${zero}" x2="${zero}" y1="0" y2="${height}"/>
${entries.filter(isDocumented).map(({ atMs, what }) => html`<line class="documented" x1="${percent(scale.at(atMs))}" x2="${percent(scale.at(atMs))}" y1="0" y2="${height}"><title>documented: ${what}</title></line>`)}
${entries.map((entry, index) => mark(entry, index, y(entry.source), scale, options))}
${scale.ticks.map(({ at, label }) => html`<line class="tick" x1="${percent(at)}" x2="${percent(at)}" y1="${height}" y2="${height + 4}"/><text x="${percent(at)}" y="${height + 17}"${anchorOf(at)}>${label}</text>`)}
</svg>`
}

function mark(
  entry: TimelineEntry,
  index: number,
  y: number,
  scale: Scale,
  { originMs }: TimelineOptions,
): Markup {
  const { atMs, untilMs, kind, source, what } = entry
  const from = scale.at(atMs)
  const lasting = untilMs === undefined ? '' : `, ${duration(untilMs - atMs)}`
  const title = html`<title>${offset(atMs - originMs)}${lasting} ${source}: ${shortened(what, 120)}</title>`
  const bar =
    untilMs === undefined
      ? undefined
      : html`<rect class="span" x="${percent(from)}" width="${percent(scale.at(untilMs) - from)}" y="${y - 3}" height="6" rx="3"/>`
  return html`<g class="mark k-${kind}" data-n="${index}">${title}${bar}<use href="#m-${kind}" x="${percent(from)}" y="${y}"/></g>`
}

function legend(entries: readonly TimelineEntry[]): Markup {
  const present = (Object.keys(kinds) as TimelineEntry['kind'][]).filter((kind) =>
    entries.some((entry) => entry.kind === kind),
  )
  return html`<figcaption class="legend">${present.map((kind) => html`<span class="k-${kind}"><svg aria-hidden="true"><use href="#m-${kind}" x="8" y="8"/></svg>${kinds[kind]}</span>`)}<span class="zero-key">dotted line: the check begins</span>${entries.some(isDocumented) ? html`<span class="documented-key">dashed line: a documented transition</span>` : undefined}</figcaption>`
}

function table(entries: readonly TimelineEntry[], { originMs, dataCharacters }: TimelineOptions): Markup {
  const rows = entries.map((entry, index) => {
    const { atMs, untilMs, source, kind, what, data } = entry
    const lasting = untilMs === undefined ? undefined : html` <small>for ${duration(untilMs - atMs)}</small>`
    const more =
      data === undefined || dataCharacters === 0
        ? undefined
        : html`<details class="data"><summary>data</summary><pre>${shortened(valueText(data), dataCharacters)}</pre></details>`
    return html`<tr data-n="${index}"><td>${offset(atMs - originMs)}${lasting}</td><td>${source}</td><td>${kinds[kind] ?? kind}</td><td>${shortened(what, 1000)}${more}</td></tr>`
  })
  return html`<table><thead><tr><th scope="col">Time</th><th scope="col">Who</th><th scope="col">Kind</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table>`
}

function entriesWord(n: number): string {
  return n === 1 ? '1 entry' : `${n} entries`
}

/** The outer labels stay inside the drawing. */
function anchorOf(at: number): Markup | undefined {
  if (at < 6) return html` text-anchor="start"`
  return at > 94 ? html` text-anchor="end"` : html` text-anchor="middle"`
}

function percent(value: number): string {
  return `${Math.round(Math.max(0, value) * 100) / 100}%`
}
