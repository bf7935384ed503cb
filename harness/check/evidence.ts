import { join } from 'node:path'
import type { ExchangeText } from '../client/exchange.ts'
import { reproCommand } from '../repro/command.ts'
import type { TimelineEntry } from '../events.ts'
import { type EvidenceFile, saveFiles } from '../evidence/files.ts'
import { appendTo, packOf } from '../evidence/packs.ts'
import type { CheckContext } from './context.ts'
import { evidenceFolder } from '../catalogue.ts'

// Enough to distinguish two responses when runs are compared.
const maxBodyLength = 300

/**
 * Shortens an exchange. Whole requests and responses are kept only for failures; otherwise only the beginning of the
 * response, and only for the check's requests.
 */
function shortExchange(entry: TimelineEntry, check: string): TimelineEntry {
  if (entry.kind !== 'request') return entry
  const { data, ...rest } = entry
  const { response } = (data ?? {}) as Partial<ExchangeText>
  if (response === undefined || entry.check !== check) return rest
  return { ...rest, data: { response: { ...response, body: response.body.slice(0, maxBodyLength) } } }
}

// On average. A smaller piece costs an id of the same length as itself.
const entriesPerChunk = 32
// Resolution of the clock of the entries, so that their times fall on all residues alike.
const ticksPerMs = 1_000

/**
 * Returns entries as JSON, in pieces. Each boundary depends only on the time of the next entry, so that concurrent
 * checks, with much common evidence, have equal pieces.
 */
function chunksOf(entries: readonly TimelineEntry[]): string[] {
  const pieces: string[][] = []
  for (const entry of entries) {
    const begins = pieces.length === 0 || Math.floor(entry.atMs * ticksPerMs) % entriesPerChunk === 0
    if (begins) pieces.push([])
    pieces.at(-1)?.push(JSON.stringify(entry))
  }
  return pieces.flatMap((piece, index) => (index === 0 ? [piece.join(',')] : [',', piece.join(',')]))
}

/**
 * Writes the evidence of a check below `evidence/`: into a separate folder if the check is red or being examined, else
 * into the pack of its suite file.
 * @returns the path of the folder or the pack, relative to the output directory; `undefined` if no evidence is wanted
 */
export function writeEvidence(
  context: CheckContext,
  { fromMs, toMs, isFine, suiteFile }: EvidenceWindow,
): string | undefined {
  const { run, seed, attempt, outDir, faultTrace, repro, evidence } = context.settings
  if (isFine && evidence === 'red') return undefined
  const sources = [...context.record.evidence]
  const entries = sources
    .flatMap((source) => source.timeline(fromMs, toMs, context.record.concerns))
    .map((entry) => (isFine ? shortExchange(entry, context.id) : entry))
    .sort((a, b) => a.atMs - b.atMs)
  const files: EvidenceFile[] = [
    { name: 'timeline.json', parts: ['[', ...chunksOf(entries), ']'] },
    { name: 'repro.txt', parts: [`${reproCommand({ ...run, seed }, context.id)}\n`] },
    ...sources.flatMap((source, index) => {
      const folder = sources.length === 1 ? '' : `${source.name}-${index + 1}/`
      return source.files().map((file) => ({ ...file, name: `${folder}${file.name}` }))
    }),
  ]
  if (isFine && faultTrace !== true && repro === undefined) {
    const pack = packOf(suiteFile, attempt)
    appendTo(join(outDir, pack), context.id, files)
    return pack
  }
  const folder = join('evidence', evidenceFolder(context.id, attempt))
  saveFiles(join(outDir, folder), files)
  return folder
}

interface EvidenceWindow {
  readonly fromMs: number
  readonly toMs: number
  /** True if nothing unexpected happened. */
  readonly isFine: boolean
  readonly suiteFile: string
}
