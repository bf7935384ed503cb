import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { evidenceFolders } from '../catalogue.ts'
import { makeDirectory } from '../directory.ts'
import { environmentFault, lineOf, shortenPath } from '../environment.ts'
import { hasCode, HarnessError } from '../errors.ts'
import type { HeaderEvent } from '../header.ts'
import { readInput } from '../input/read.ts'
import { takeLock } from './lock.ts'

/** Output directory of a run, locked against other processes until it is released. */
export interface OutDirectory {
  /** Absolute path. */
  readonly path: string
  /** Leftovers of an earlier run, moved out of the way and removed when there is time. */
  readonly earlier?: string
  /** Lets other processes write to the directory. */
  release(): void
}

const reports = ['run.json', 'junit.xml', 'report.html', 'summary.md'] as const
const eventsName = 'events.jsonl'
const writers: readonly Writer[] = ['run', 'certify', 'compare', 'doctor', 'prove']
const lockName = '.orch-conformance.lock'
const oldEvidenceName = '.evidence-before'
// Folders in addition to the folders of the checks: the first starts, packs, and the files of the report’s page.
const nonCheckFiles = /^(?:first-start-[a-z-]+|packs|pages)$/

/** Commands that write results, each for a different purpose. */
export type Writer = 'run' | 'certify' | 'compare' | 'doctor' | 'prove'

/** Returns the command that wrote the results in a directory; `undefined` if there are no results. */
export function writerIn(out: string): Writer | undefined {
  const header = headerIn(join(resolve(out), eventsName))
  if (header === undefined) return undefined
  const [command] = header.argv ?? []
  return writers.find((writer) => writer === command) ?? 'run'
}

/** Returns the output directory of a command that is not a run: it never overwrites the results of another command. */
export function outDirectoryFor(out: string, writer: 'doctor' | 'prove'): string {
  const writerBefore = writerIn(out)
  return writerBefore === undefined || writerBefore === writer ? out : join(out, writer)
}

/**
 * Takes a directory for a run, and removes the files of an earlier run of the same command, so that no old file is
 * mistaken for a new one. Other files stay.
 * @throws HarnessError `config-fault` if it contains results of another command that cannot be remade
 */
export function lockOutDirectory(out: string, writer: Writer = 'run'): OutDirectory {
  const name = `--out ${shortenPath(out)}`
  if (out === '') throw new HarnessError('usage', '--out is empty. Give a directory.')
  const path = resolve(out)
  try {
    makeDirectory(path)
    const releaseLock = takeLock(join(path, lockName), name)
    try {
      checkReplaceable(out, writer, name)
      const oldEvidence = clearDirectory(path, name)
      return { path, release: releaseLock, ...(oldEvidence !== undefined && { earlier: oldEvidence }) }
    } catch (thrown) {
      releaseLock()
      throw thrown
    }
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    const attemptText = `${name}: the directory cannot be written`
    const fault = environmentFault(thrown, attemptText) ?? environmentFault(obstacleAbove(path), attemptText)
    throw (
      fault ??
      new HarnessError('usage', `${attemptText} (${shortenPath(lineOf(thrown))}). Give another one.`, {
        cause: thrown,
      })
    )
  }
}

/**
 * Rejects a directory with results of another command, unless they can be remade within minutes, as those of `doctor`
 * and `prove`.
 */
function checkReplaceable(out: string, writer: Writer, name: string): void {
  const writerBefore = writerIn(out)
  if (
    writerBefore === undefined ||
    writerBefore === writer ||
    writerBefore === 'doctor' ||
    writerBefore === 'prove'
  )
    return
  throw new HarnessError(
    'config-fault',
    `${name} holds the results of ${writerBefore}, and ${writer} would write over them. Give another directory, or remove it.`,
  )
}

/**
 * Returns the error of the nearest existing ancestor of a path, because the system only reports that something is
 * missing.
 */
function obstacleAbove(path: string): unknown {
  let ancestor = path
  while (!existsSync(ancestor) && dirname(ancestor) !== ancestor) ancestor = dirname(ancestor)
  try {
    accessSync(ancestor, constants.W_OK)
  } catch (thrown) {
    return thrown
  }
  return undefined
}

/**
 * Moves the evidence of an earlier run aside, and deletes the reports of that run. Returns the folder with the old
 * evidence, which the caller removes.
 * @throws HarnessError `config-fault` if the directory has a report that no run wrote
 */
function clearDirectory(path: string, name: string): string | undefined {
  const ids = previouslyPlanned(join(path, eventsName))
  const foreignReport = reports.find((report) => existsSync(join(path, report)))
  if (ids === undefined && foreignReport !== undefined) {
    throw new HarnessError(
      'config-fault',
      `${name} holds a ${foreignReport} and no ${eventsName} of a run, so no run wrote it. Give another directory, or remove the file.`,
    )
  }
  const oldEvidence = join(path, `${oldEvidenceName}-${process.pid}`)
  moveEvidence(join(path, 'evidence'), oldEvidence, new Set(ids?.flatMap(evidenceFolders)))
  for (const leftoverEntry of readdirSync(path).filter((entry) => entry.startsWith(`${oldEvidenceName}-`)))
    if (join(path, leftoverEntry) !== oldEvidence)
      renameSync(join(path, leftoverEntry), join(createDirectory(oldEvidence), leftoverEntry))
  // The events are removed last, because they prove that the other files belong to a run.
  for (const report of [...reports, eventsName]) rmSync(join(path, report), { force: true })
  return existsSync(oldEvidence) ? oldEvidence : undefined
}

/** Moves the folders of the checks and the other folders of a run. Removes nothing, because there are many files. */
function moveEvidence(evidence: string, earlier: string, folders: ReadonlySet<string>): void {
  if (!existsSync(evidence)) return
  const entries = readdirSync(evidence)
  const ownEntries = entries.filter(
    (entry) => folders.has(entry) || (folders.size > 0 && nonCheckFiles.test(entry)),
  )
  if (ownEntries.length > 0 && ownEntries.length === entries.length) return renameSync(evidence, earlier)
  for (const entry of ownEntries) renameSync(join(evidence, entry), join(createDirectory(earlier), entry))
}

function createDirectory(directory: string): string {
  mkdirSync(directory, { recursive: true })
  return directory
}

/** Returns the checks that an earlier run planned; `undefined` if there was no earlier run. */
function previouslyPlanned(file: string): readonly string[] | undefined {
  const header = headerIn(file)
  return header && (header.plan?.checks.map(({ id }) => id) ?? [])
}

/** Returns the header of a run, as far as it was written; undefined if the file is missing. */
function headerIn(file: string): Partial<HeaderEvent> | undefined {
  let text: string
  try {
    text = readInput(file, 'events')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
  const firstLine = text.slice(0, text.indexOf('\n') + 1 || undefined)
  try {
    const header = JSON.parse(firstLine) as Partial<HeaderEvent>
    if (header.type === 'header') return header
  } catch {
    // A run that was killed while writing its first line leaves a part of the line.
    if (firstLine === '' || '{"type":"header"'.startsWith(firstLine.slice(0, 16))) return {}
  }
  throw new HarnessError(
    'config-fault',
    `${file} was not written by a run, and this one would write over it. Give another --out.`,
  )
}
