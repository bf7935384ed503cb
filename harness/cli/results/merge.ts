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
import { asFault } from '../../environment.ts'
import { HarnessError } from '../../errors.ts'
import { packEnding, packWithout } from '../../evidence/pack.ts'
import { packsFolder } from '../../evidence/packs.ts'
import { exitCodeOfRun, type ExitCode } from '../line/exit.ts'
import { takeOut, writerIn } from '../../run/out-directory.ts'
import type { Product, ReportFormat, StoredRun } from '../../run/product.ts'
import { loadReporters, replayed } from '../../run/reporters.ts'
import { storedRuns } from './stored-runs.ts'

// What the report's page keeps between the checks' folders is made anew.
const madeAnew = 'pages'

/** The options of `merge` as the command line gives them. */
export interface MergeOptions {
  readonly format: ReportFormat
  /** Modules of reporters from outside. */
  readonly reporter?: readonly string[]
  /** Where the merged run goes. */
  readonly out: string
  /** Whether somebody named that place. */
  readonly isOutGiven: boolean
}

/** Puts the shards of one run together in a directory of its own, which then is as that run would have left it. */
export async function mergeCommand(
  paths: readonly string[],
  { out, isOutGiven, format, reporter }: MergeOptions,
  product: Product,
): Promise<ExitCode> {
  const same = paths.find((path) => resolve(path) === resolve(out))
  if (same !== undefined) {
    throw new HarnessError('usage', `--out ${out} is one of the shards. Give a directory of its own.`)
  }
  // Whoever names the place means what is written there; nobody else loses a run.
  if (!isOutGiven && writerIn(out) !== undefined) {
    throw new HarnessError('usage', `${out} holds the results of a run already. Give --out DIR.`)
  }
  const outside = await loadReporters(reporter, { outDir: out })
  const reports = await product.reports()
  const shards = await storedRuns(paths, product)
  const events = await reports.merge(shards, out)
  const directory = takeOut(out)
  try {
    writeFileSync(
      join(directory.path, 'events.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    )
    for (const shard of shards) copyEvidence(shard, directory.path)
    await reports.write(directory.path, events)
  } catch (thrown) {
    throw asFault(thrown, `The merged run could not be written to ${out}`)
  } finally {
    directory.release()
  }
  process.stdout.write(await reports.render(format, events, out))
  await replayed(events, outside)
  return exitCodeOfRun(events)
}

/** Of twins that a shard borrowed those of their own shard stay, and of what lies beside the checks' folders the first. */
function copyEvidence({ path, events }: StoredRun, to: string): void {
  const [source, target] = [resolve(path), to].map((one) => join(one, 'evidence')) as [string, string]
  if (!existsSync(source)) return
  mkdirSync(target, { recursive: true })
  const borrowed = events.flatMap((event) =>
    event.type === 'header' ? (event.plan.shardOf?.borrowed ?? []) : [],
  )
  const left = new Set([madeAnew, basename(packsFolder), ...borrowed.flatMap(evidenceFolders)])
  for (const name of readdirSync(source))
    if (!left.has(name))
      cpSync(join(source, name), join(target, name), { recursive: true, force: false, filter: isEvidence })
  copyPacks(join(resolve(path), packsFolder), join(to, packsFolder), new Set(borrowed))
}

/** Packs of the same suite file are put behind each other. */
function copyPacks(from: string, to: string, borrowed: ReadonlySet<string>): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((entry) => entry.endsWith(packEnding))) {
    if (!lstatSync(join(from, name)).isFile()) continue
    const pack = readFileSync(join(from, name))
    appendFileSync(join(to, name), borrowed.size === 0 ? pack : packWithout(pack, borrowed))
  }
}

/** What a run writes; nothing that would have to be waited for, or leads elsewhere. */
function isEvidence(path: string): boolean {
  const entry = lstatSync(path)
  return entry.isFile() || entry.isDirectory()
}
