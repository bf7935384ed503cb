import type { TimelineEntry } from '#harness/events.ts'
import { truncate, valueText } from '../plain-text.ts'
import type { ScriptedCheck } from './data.ts'
import { html, type Markup } from './markup.ts'
import { type ResponseKind, responseKind, responseWords, type Band, bandsOf, statesTable } from './states.ts'
import { isDocumented } from './timeline-entries.ts'
import { offsetText, type Scale, scaleOf } from './timeline-scale.ts'
import { duration } from './words.ts'

const laneHeight = 26
const axisHeight = 24
// Minimum width of a state, which must fit its name.
const minBand = 3

const kindTexts: Readonly<Record<TimelineEntry['kind'], string>> = {
  asked: 'received',
  request: 'request',
  output: 'output',
  signal: 'signal',
  start: 'start',
  exit: 'exit',
  write: 'file written',
  note: 'note',
}

/** Parts of a check's evidence that its timeline shows. */
export type DrawnTimeline = Pick<ScriptedCheck, 'originMs' | 'timeline' | 'omittedCount'>

/** Renders a check's timeline, as a drawing with a lane per source and as a table. */
export function timeline({ originMs, timeline: entries, omittedCount }: DrawnTimeline): Markup {
  if (entries.length === 0) return html`<p class="nothing">Nothing was recorded on the timeline.</p>`
  const sources = [...new Set([...entries.filter(isDocumented), ...entries].map((entry) => entry.source))]
  const momentsMs = entries.flatMap(({ atMs, untilMs }) => (untilMs === undefined ? [atMs] : [atMs, untilMs]))
  const scale = scaleOf([...momentsMs, originMs], originMs)
  const omittedNote =
    omittedCount === 0
      ? undefined
      : html`<p class="nothing">${omittedCount} of ${omittedCount + entries.length} entries are left out here; the evidence folder has them all.</p>`
  const bands = bandsOf(entries)
  return html`<figure class="timeline" aria-label="Timeline, ${entriesWord(entries.length)}">
<div class="lanes"><ol class="sources">${sources.map((source) => html`<li>${source}</li>`)}</ol>${drawTimeline(entries, sources, bands, scale, originMs)}</div>
${legend(entries, bands)}${omittedNote}${statesTable(entries, bands)}
<details class="entries"><summary>${entriesWord(entries.length)} as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Entries">${table(entries, originMs)}</div></details>
</figure>`
}

function drawTimeline(
  entries: readonly TimelineEntry[],
  sources: readonly string[],
  bands: readonly Band[],
  scale: Scale,
  originMs: number,
): Markup {
  const height = sources.length * laneHeight
  const y = (source: string): number => sources.indexOf(source) * laneHeight + laneHeight / 2
  const originX = percent(scale.at(originMs))
  return html`<svg class="plot" height="${height + axisHeight}" aria-hidden="true">
${sources.map((source) => html`<line class="lane" x1="0" x2="100%" y1="${y(source)}" y2="${y(source)}"/>`)}
${scale.breaks.map((gap) => html`<rect class="gap" x="${percent(gap.from)}" width="${percent(gap.to - gap.from)}" y="0" height="${height}"><title>${gap.label} without an entry, drawn shorter</title></rect>`)}
${bands.map((band, index) => state(band, index, height, scale))}
<line class="zero" x1="${originX}" x2="${originX}" y1="0" y2="${height}"/>
${entries.filter(isDocumented).map(({ atMs, what }) => html`<line class="documented" x1="${percent(scale.at(atMs))}" x2="${percent(scale.at(atMs))}" y1="0" y2="${height}"><title>documented: ${what}</title></line>`)}
${entries.map((entry, index) => (bands.length > 0 && isDocumented(entry) ? undefined : mark(entry, index, y(entry.source), scale, originMs)))}
${scale.ticks.map(({ at, label, isMinor }) => html`<line class="tick" x1="${percent(at)}" x2="${percent(at)}" y1="${height}" y2="${height + 4}"/><text${isMinor ? html` class="minor"` : undefined} x="${percent(at)}" y="${height + 17}"${anchorOf(at)}>${label}</text>`)}
</svg>`
}

/** Renders a state behind all lanes, named in the lane of documented transitions. */
function state(
  { name, fromMs, toMs }: Band,
  index: number,
  height: number,
  scale: Scale,
): Markup | undefined {
  const fromPercent = Number.isFinite(fromMs) ? scale.at(fromMs) : 0
  const toPercent = Number.isFinite(toMs) ? scale.at(toMs) : 100
  if (toPercent - fromPercent < minBand) return undefined
  return html`<rect class="state s-${index % 2}" x="${percent(fromPercent)}" width="${percent(toPercent - fromPercent)}" y="0" height="${height}"/><text class="state" x="${percent((fromPercent + toPercent) / 2)}" y="${laneHeight / 2 + 4}" text-anchor="middle">${name}</text>`
}

function mark(entry: TimelineEntry, index: number, y: number, scale: Scale, originMs: number): Markup {
  const { atMs, untilMs, kind, source, what } = entry
  const fromPercent = scale.at(atMs)
  const durationText = untilMs === undefined ? '' : `, ${duration(untilMs - atMs)}`
  const title = html`<title>${offsetText(atMs - originMs)}${durationText} ${source}: ${truncate(what, 120)}</title>`
  const bar =
    untilMs === undefined
      ? undefined
      : html`<rect class="span" x="${percent(fromPercent)}" width="${percent(scale.at(untilMs) - fromPercent)}" y="${y - 3}" height="6" rx="3"/>`
  const responseClass = responseKind(entry)
  return html`<g class="mark k-${kind}${responseClass === undefined ? '' : ` a-${responseClass}`}" data-n="${index}">${title}${bar}<use href="#m-${kind}" x="${percent(fromPercent)}" y="${y}"/></g>`
}

function legend(entries: readonly TimelineEntry[], bands: readonly Band[]): Markup {
  const presentKinds = (Object.keys(kindTexts) as TimelineEntry['kind'][]).filter((kind) =>
    entries.some((entry) => entry.kind === kind),
  )
  const presentResponses = (Object.keys(responseWords) as ResponseKind[]).filter((answer) =>
    entries.some((entry) => responseKind(entry) === answer),
  )
  return html`<figcaption class="legend">${presentKinds.map((kind) => html`<span class="k-${kind}"><svg aria-hidden="true"><use href="#m-${kind}" x="8" y="8"/></svg>${kindTexts[kind]}</span>`)}${bands.length === 0 ? undefined : presentResponses.map((answer) => html`<span class="k-request a-${answer}"><svg aria-hidden="true"><use href="#m-request" x="8" y="8"/></svg>${responseWords[answer]}</span>`)}<span class="zero-key">dotted line: the check begins</span>${entries.some(isDocumented) ? html`<span class="documented-key">dashed line: a documented transition</span>` : undefined}</figcaption>`
}

function table(entries: readonly TimelineEntry[], originMs: number): Markup {
  const rows = entries.map((entry, index) => {
    const { atMs, untilMs, source, kind, what, data } = entry
    const durationMarkup =
      untilMs === undefined ? undefined : html` <small>for ${duration(untilMs - atMs)}</small>`
    const dataMarkup =
      data === undefined
        ? undefined
        : html`<details class="data"><summary>data</summary><pre tabindex="0">${valueText(data)}</pre></details>`
    return html`<tr data-n="${index}"><td>${offsetText(atMs - originMs)}${durationMarkup}</td><td>${source}</td><td>${kindTexts[kind] ?? kind}</td><td>${what}${dataMarkup}</td></tr>`
  })
  return html`<table><thead><tr><th scope="col">Time</th><th scope="col">Who</th><th scope="col">Kind</th><th scope="col">What</th></tr></thead><tbody>${rows}</tbody></table>`
}

function entriesWord(n: number): string {
  return n === 1 ? '1 entry' : `${n} entries`
}

/** Returns the anchor of a label, which keeps the outer labels inside the drawing. */
function anchorOf(at: number): Markup | undefined {
  if (at < 6) return html` text-anchor="start"`
  return at > 94 ? html` text-anchor="end"` : html` text-anchor="middle"`
}

function percent(value: number): string {
  return `${Math.round(Math.max(0, value) * 100) / 100}%`
}
