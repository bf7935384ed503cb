import { gzipSync } from 'node:zlib'
import type { RunEvent } from '#harness/events.ts'
import type { CheckEvidence, EvidenceFile, ReadEvidence } from '../evidence.ts'
import { scriptJson, truncate } from '../plain-text.ts'
import { isGreen, displayedVerdict } from '../displayed-verdict.ts'
import type { DataScriptContent, ScriptedCheck, ScriptedFile } from './data.ts'
import { detailOf, folderOf, isInPage, pageDataOf, shortData } from './page-data.ts'
import { rulesInOrder } from './rules.ts'
import { displayedEntries } from './timeline-entries.ts'
import { type ReportView, viewOf } from './view.ts'

/** Script next to the page with content that the page draws when a user opens a check. */
export interface DataScript {
  /** Path relative to the page. */
  readonly path: string
  /** Content as JSON. */
  readonly text: string
}

/**
 * Returns the text of the script. A page from file:// can load only scripts, and the compression reduces the content to
 * a tenth.
 */
export function scriptOf({ path, text }: DataScript): string {
  return `orchConformance(${scriptJson(path)},"${gzipSync(text).toString('base64')}")\n`
}

// Maximum number of entries in a script. The evidence folder contains all entries.
const maxEntries = { red: 400, green: 100 }
const maxDataCharacters = { red: 3000, green: 500 }
const maxFileCharacters = { red: 60_000, green: 20_000 }
const maxWhatCharacters = 1000

/**
 * Returns the scripts next to the page, one per group of rules. A text that several checks show is in only one script.
 */
export function* dataScriptsOf(
  events: readonly RunEvent[],
  readEvidence: ReadEvidence,
): Generator<DataScript> {
  const reportView = viewOf(events)
  const { rules } = pageDataOf(reportView, rulesInOrder(reportView.result.rules))
  const placesByText = new Map<string, Pick<ScriptedFile, 'script' | 'text'>>()
  for (const path of new Set(rules.map(({ script }) => script))) {
    const texts: string[] = []
    const placeOf = (text: string): Pick<ScriptedFile, 'script' | 'text'> => {
      const textPlace = placesByText.get(text) ?? { script: path, text: texts.push(text) - 1 }
      placesByText.set(text, textPlace)
      return textPlace
    }
    const ids = rules.flatMap(({ id, script }) =>
      script === path ? (reportView.rule(id)?.checks ?? []) : [],
    )
    const checks = Object.fromEntries(
      ids.flatMap((id) => {
        const evidence = remainingEntries(reportView, id, readEvidence, placeOf)
        return evidence === undefined ? [] : [[id, evidence]]
      }),
    )
    const content: DataScriptContent = { checks, texts }
    if (Object.keys(checks).length > 0) yield { path, text: JSON.stringify(content) }
  }
}

function remainingEntries(
  view: ReportView,
  id: string,
  readEvidence: ReadEvidence,
  placeOf: (text: string) => Pick<ScriptedFile, 'script' | 'text'>,
): ScriptedCheck | undefined {
  const [check, event] = [view.check(id), view.event(id)]
  const folder = check === undefined ? undefined : folderOf(check)
  if (check === undefined || event === undefined || folder === undefined) return undefined
  const evidence = readEvidence(event)
  if (evidence === undefined) return undefined
  const colour = isGreen(displayedVerdict(check)) ? 'green' : 'red'
  return {
    ...(!isInPage(check) && { detail: detailOf(view, check) }),
    originMs: event.startedAtMs,
    ...timelineOf(evidence, colour),
    files: evidence.files.map((file) => {
      const lineCount = file.text === '' ? 0 : file.text.split('\n').length
      return {
        name: file.name,
        kind: file.kind,
        lines: lineCount,
        ...placeOf(partOf(file, maxFileCharacters[colour])),
      }
    }),
    folder,
  }
}

function timelineOf(
  { timeline }: CheckEvidence,
  colour: 'green' | 'red',
): Pick<ScriptedCheck, 'timeline' | 'omittedCount'> {
  const shownEntries = displayedEntries(timeline, maxEntries[colour])
  return {
    timeline: shownEntries.map(({ data, what, ...entry }) => ({
      ...entry,
      what: truncate(what, maxWhatCharacters),
      ...(data !== undefined && { data: shortData(data, maxDataCharacters[colour]) }),
    })),
    omittedCount: timeline.length - shownEntries.length,
  }
}

/** Truncates a file: keeps the end of an output, and the beginning of any other file. */
function partOf({ kind, text }: EvidenceFile, max: number): string {
  const cutLength = text.length - max
  if (cutLength <= 0) return text
  return kind === 'output'
    ? `… (${cutLength} earlier characters left out)\n${text.slice(-max)}`
    : `${text.slice(0, max)}\n… (${cutLength} more characters left out)`
}
