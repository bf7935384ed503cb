import { join } from 'node:path'
import type { ExchangeText } from '../client/exchange.ts'
import { reproCommand } from '../repro/command.ts'
import type { Assertion, Observation, TimelineEntry } from '../events.ts'
import { type EvidenceFile, saveFiles } from '../evidence/files.ts'
import { isSearched, leavesOf, originsOf, SearchableRecords } from '../evidence/origin.ts'
import { appendTo, packOf } from '../evidence/packs.ts'
import type { CheckContext } from './context.ts'
import { evidenceFolder } from '../catalogue.ts'

// Maximum length of a stored body: enough to distinguish two responses when runs are compared.
const maxBodyLength = 300

/**
 * Shortens an exchange for the evidence of a check that did not fail: keeps only the beginning of the
 * response and its compared parts, and only for requests of this check.
 */
function shortenExchange(entry: TimelineEntry, check: string, compared: readonly string[]): TimelineEntry {
  if (entry.kind !== 'request') return entry
  const { data, ...rest } = entry
  const { response } = (data ?? {}) as Partial<ExchangeText>
  if (response === undefined || entry.check !== check) return rest
  return { ...rest, data: { response: { ...response, body: shortBody(response.body, compared) } } }
}

const maxExcerpts = 8
const maxComparedLength = 200

function shortBody(body: string, compared: readonly string[]): string {
  const shownBody = body.slice(0, maxBodyLength)
  if (shownBody.length === body.length) return body
  const excerpts = compared.filter((text) => !shownBody.includes(text) && body.includes(text))
  return [shownBody, ...excerpts.slice(0, maxExcerpts)].join(' … ')
}

/** Returns the texts that a check compared, as they are in a response. */
function textsOfComparisons(assertions: readonly Assertion[]): readonly string[] {
  const leaves = assertions.flatMap((assertion) => leavesOf(assertion) ?? [])
  const texts = leaves.map((leaf) =>
    typeof leaf === 'object' ? `"${leaf.name}":${leaf.value}` : String(leaf),
  )
  return [...new Set(texts)].filter(({ length }) => length > 2 && length <= maxComparedLength)
}

// Average number of entries in a chunk. The id of a smaller chunk would be as long as its content.
const entriesPerChunk = 32
// Ticks per millisecond. Times in ticks are spread evenly over the remainders of `entriesPerChunk`, and
// times in milliseconds are not.
const ticksPerMs = 1_000

/**
 * Returns entries as JSON, in chunks. Each boundary depends only on the time of the next entry, so that concurrent
 * checks, which share much evidence, have equal chunks.
 */
function chunksOf(entries: readonly TimelineEntry[], texts: readonly string[]): string[] {
  const chunks: string[][] = []
  for (const [index, entry] of entries.entries()) {
    const startsChunk = chunks.length === 0 || Math.floor(entry.atMs * ticksPerMs) % entriesPerChunk === 0
    if (startsChunk) chunks.push([])
    chunks.at(-1)?.push(texts[index] ?? '')
  }
  return chunks.flatMap((piece, index) => (index === 0 ? [piece.join(',')] : [',', piece.join(',')]))
}

/** Evidence of a check as written. */
export interface WrittenEvidence {
  /** Path of the folder or the pack, relative to the output directory. */
  readonly evidence: string
  /** The assertions, with the records that contain their values. */
  readonly assertions: readonly Assertion[]
  readonly observations: readonly Observation[]
}

/**
 * Writes the evidence of a check below `evidence/`: into a separate folder if the check is red or being
 * examined, else into the pack of its suite file.
 * @returns `undefined` if the run keeps only the evidence of red checks, and the check is not red
 */
export function writeEvidence(
  context: CheckContext,
  { fromMs, toMs, isFine, suiteFile }: EvidenceWindow,
): WrittenEvidence | undefined {
  const { run, seed, attempt, outDir, faultTrace, repro, evidence } = context.settings
  if (isFine && evidence === 'red') return undefined
  const sources = [...context.record.evidence]
  const comparedValues = textsOfComparisons(context.record.assertions)
  const entries = sources
    .flatMap((source) => source.timeline(fromMs, toMs, context.record.concerns))
    .map((entry) => (isFine ? shortenExchange(entry, context.id, comparedValues) : entry))
    .sort((a, b) => a.atMs - b.atMs)
  const texts = entries.map((entry) => JSON.stringify(entry))
  const files: EvidenceFile[] = [
    { name: 'timeline.json', parts: ['[', ...chunksOf(entries, texts), ']'] },
    { name: 'repro.txt', parts: [`${reproCommand({ ...run, seed }, context.id)}\n`] },
    ...sources.flatMap((source, index) => {
      const folder = sources.length === 1 ? '' : `${source.name}-${index + 1}/`
      return source.files().map((file) => ({ ...file, name: `${folder}${file.name}` }))
    }),
  ]
  const searchedTexts = files.flatMap(({ name, ...file }) =>
    isSearched(name) && 'parts' in file ? [[name, file.parts.join('')] as const] : [],
  )
  const records = new SearchableRecords(
    { timeline: entries, texts: new Map(searchedTexts) },
    texts,
    context.id,
  )
  const addOrigins = <T extends Assertion | Observation>(one: T): T => {
    const origins = originsOf(one, records)
    return origins === undefined ? one : { ...one, from: origins }
  }
  const assertions = context.record.assertions.map(addOrigins)
  const observations = context.record.observations.map(addOrigins)
  if (isFine && faultTrace !== true && repro === undefined) {
    const packPath = packOf(suiteFile, attempt)
    appendTo(join(outDir, packPath), context.id, files)
    return { evidence: packPath, assertions, observations }
  }
  const folder = join('evidence', evidenceFolder(context.id, attempt))
  saveFiles(join(outDir, folder), files)
  return { evidence: folder, assertions, observations }
}

interface EvidenceWindow {
  readonly fromMs: number
  readonly toMs: number
  /** True if the verdict is fine, so that shortened evidence is sufficient. */
  readonly isFine: boolean
  readonly suiteFile: string
}
