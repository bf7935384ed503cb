import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { evidenceFolders } from '../../catalogue.ts'
import { toEnvironmentFault } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { packEnding, packWithout } from '../../evidence/pack.ts'
import { packsFolder } from '../../evidence/packs.ts'
import { exitCodeOfRun, type ExitCode } from '../line/exit-codes.ts'
import { lockOutDirectory, writerIn } from '../../run/out-directory.ts'
import type { Product, ReportFormat, StoredRun } from '../../run/product.ts'
import { loadReporters, replayEvents } from '../../run/reporters.ts'
import { readStoredRuns } from './stored-runs.ts'

// Folder in which a run writes report pages next to the folders of its checks. It is not copied, because the merged
// report has new pages.
const pagesFolder = 'pages'

/** Command-line options of `merge`. */
export interface MergeOptions {
  readonly format: ReportFormat
  /** Modules of external reporters. */
  readonly reporter?: readonly string[]
  /** Output directory of the merged run. */
  readonly out: string
  /** True if the user gave the output directory. */
  readonly isOutExplicit: boolean
}

/** Merges the shards of one run into a separate directory, with the content of a run without shards. */
export async function mergeCommand(
  paths: readonly string[],
  { out, isOutExplicit, format, reporter }: MergeOptions,
  product: Product,
): Promise<ExitCode> {
  const overwrittenPath = paths.find((path) => resolve(path) === resolve(out))
  if (overwrittenPath !== undefined) {
    throw new HarnessError('usage', `--out ${out} is one of the shards. Give a directory of its own.`)
  }
  // Only a directory that the user gave may be overwritten, so that no results of a run are lost.
  if (!isOutExplicit && writerIn(out) !== undefined) {
    throw new HarnessError('usage', `${out} holds the results of a run already. Give --out DIR.`)
  }
  const externalReporters = await loadReporters(reporter, { outDir: out })
  const reports = await product.reports()
  const shards = await readStoredRuns(paths, product)
  const events = await reports.merge(shards, out)
  const directory = lockOutDirectory(out)
  try {
    writeFileSync(
      join(directory.path, 'events.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    )
    for (const shard of shards) copyEvidence(shard, directory.path)
    await reports.write(directory.path, events)
  } catch (thrown) {
    throw toEnvironmentFault(thrown, `The merged run could not be written to ${out}`)
  } finally {
    directory.release()
  }
  process.stdout.write(await reports.render(format, events, out))
  await replayEvents(events, externalReporters)
  return exitCodeOfRun(events)
}

/**
 * Copies the evidence. The evidence of a borrowed twin comes from its own shard, and a file outside the checks' folders
 * from the first shard with that file.
 */
function copyEvidence({ path, events }: StoredRun, to: string): void {
  const [source, target] = [resolve(path), to].map((one) => join(one, 'evidence')) as [string, string]
  if (!existsSync(source)) return
  mkdirSync(target, { recursive: true })
  const borrowedChecks = events.flatMap((event) =>
    event.type === 'header' ? (event.plan.shardOf?.borrowed ?? []) : [],
  )
  const skippedNames = new Set([
    pagesFolder,
    basename(packsFolder),
    ...borrowedChecks.flatMap(evidenceFolders),
  ])
  for (const name of readdirSync(source))
    if (!skippedNames.has(name))
      cpSync(join(source, name), join(target, name), { recursive: true, force: false, filter: isEvidence })
  copyPacks(join(resolve(path), packsFolder), join(to, packsFolder), new Set(borrowedChecks))
}

/** Appends the packs of a shard to the packs of the same suite files, without the borrowed checks. */
function copyPacks(from: string, to: string, borrowed: ReadonlySet<string>): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => entry.endsWith(packEnding))) {
    if (!lstatSync(join(from, name)).isFile()) continue
    const packBytes = readFileSync(join(from, name))
    appendFileSync(join(to, name), borrowed.size === 0 ? packBytes : packWithout(packBytes, borrowed))
  }
}

/** Reports whether a path is a regular file that a run writes, and not a pipe or a link. */
function isEvidence(path: string): boolean {
  const entry = lstatSync(path)
  return entry.isFile() || entry.isDirectory()
}
