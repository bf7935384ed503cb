import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../client/exchange.ts'
import { reproCommand } from '../repro/command.ts'
import type { TimelineEntry } from '../events.ts'
import type { CheckContext } from './context.ts'
import { evidenceFolder } from '../catalogue.ts'

// Enough to tell two answers apart when runs are compared.
const mostOfBody = 300

/**
 * What a request and its answer held is worth its whole room only where something went wrong. Of the others the beginning
 * of the answer stays, and only of the check's own requests.
 */
function shortExchange(entry: TimelineEntry, check: string): TimelineEntry {
  if (entry.kind !== 'request') return entry
  const { data, ...rest } = entry
  const { response } = (data ?? {}) as Partial<Exchange>
  if (response === undefined || entry.check !== check) return rest
  return { ...rest, data: { response: { ...response, body: response.body.slice(0, mostOfBody) } } }
}

/** Writes what a check saw below `evidence/` and gives the folder's path, relative to the output directory. */
export function writeEvidence(context: CheckContext, fromMs: number, toMs: number, isWhole: boolean): string {
  const { run, seed, attempt } = context.settings
  const relative = join('evidence', evidenceFolder(context.id, attempt))
  const directory = join(context.settings.outDir, relative)
  mkdirSync(directory, { recursive: true })
  const sources = [...context.record.evidence]
  const entries = sources
    .flatMap((source) => source.timeline(fromMs, toMs, context.record.concerns))
    .map((entry) => (isWhole ? entry : shortExchange(entry, context.id)))
    .sort((a, b) => a.atMs - b.atMs)
  writeFileSync(join(directory, 'timeline.json'), JSON.stringify(entries))
  writeFileSync(join(directory, 'repro.txt'), `${reproCommand({ ...run, seed }, context.id)}\n`)
  for (const [index, source] of sources.entries())
    source.save(sources.length === 1 ? directory : join(directory, `${source.name}-${index + 1}`))
  return relative
}
