import type { CheckEvent } from '#harness/events.ts'
import type { EvidenceFile } from '../evidence.ts'
import type { RunCheck } from '../result.ts'
import { html, type Markup } from './markup.ts'
import { timeline } from './timeline.ts'
import type { ReportView } from './view.ts'

interface Bounds {
  readonly entries: number
  readonly dataCharacters: number
  readonly fileCharacters: number
}

// A check that needs a look is shown whole; a green one only as far as a reader glances at it.
const whole: Bounds = { entries: 400, dataCharacters: 3000, fileCharacters: 60_000 }
const glance: Bounds = { entries: 16, dataCharacters: 0, fileCharacters: 2000 }

/** What a check left behind, kept out of the document until somebody opens it. */
export function evidenceTemplate(
  view: ReportView,
  check: RunCheck,
  event: CheckEvent | undefined,
): Markup | undefined {
  const evidence = view.evidence(check.id)
  if (evidence === undefined || event === undefined) return undefined
  const bounds = view.whole.has(check.id) ? whole : glance
  const drawn = timeline(evidence.timeline, {
    originMs: event.startedAtMs,
    most: bounds.entries,
    dataCharacters: bounds.dataCharacters,
  })
  const files = (kind: EvidenceFile['kind'], title: string): Markup | undefined => {
    const some = evidence.files.filter((file) => file.kind === kind)
    if (some.length === 0) return undefined
    return html`<h5>${title}</h5>${some.map((file) => fileMarkup(view, file, bounds))}`
  }
  return html`<template class="evidence"><h5>Timeline</h5>${drawn}${files('configuration', 'Files of the implementation')}${files('output', 'What it printed')}${folder(check)}</template>`
}

function fileMarkup(view: ReportView, { name, kind, text }: EvidenceFile, bounds: Bounds): Markup {
  const kept =
    kind === 'output' ? lastPart(text, bounds.fileCharacters) : firstPart(text, bounds.fileCharacters)
  const size = text === '' ? 'empty' : `${text.split('\n').length} lines`
  return html`<details class="file"><summary><code>${name}</code> <small>${size}</small></summary><pre tabindex="0" data-text="${view.texts.idOf(kept)}"></pre></details>`
}

function folder(check: RunCheck): Markup | undefined {
  return check.evidence === null
    ? undefined
    : html`<p class="folder">All of it is in <code>${check.evidence}</code> beside this report.</p>`
}

function lastPart(text: string, most: number): string {
  return text.length <= most
    ? text
    : `… (${text.length - most} earlier characters left out)\n${text.slice(-most)}`
}

function firstPart(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n… (${text.length - most} more characters left out)`
}
