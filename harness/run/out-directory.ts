import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { evidenceFolders } from '../catalogue.ts'
import { makeDirectory } from '../directory.ts'
import { environmentFault, lineOf, shortened } from '../environment.ts'
import { hasCode, HarnessError } from '../errors.ts'
import type { HeaderEvent } from '../header.ts'
import { readInput } from '../input/read.ts'
import { takeLock } from './lock.ts'

/** The output directory of a run, which nobody else writes to until it is released. */
export interface OutDirectory {
  /** Absolute. */
  readonly path: string
  /** What an earlier run left, moved out of the way; whoever has the time removes it. */
  readonly earlier?: string
  /** Lets others write to it. */
  release(): void
}

const reports = ['run.json', 'junit.xml', 'report.html', 'summary.md'] as const
const eventsName = 'events.jsonl'
const writers: readonly Writer[] = ['run', 'certify', 'doctor', 'prove']
const lockName = '.orch-conformance.lock'
const beforeName = '.evidence-before'
// What stands beside the checks' own folders: the first starts, packs, and what the report’s page draws.
const besideChecks = /^(?:first-start-[a-z-]+|packs|pages)$/

/** The commands that write the results of a judging, each for another purpose. */
export type Writer = 'run' | 'certify' | 'doctor' | 'prove'

/** Whose results a directory holds; nothing where it holds none. */
export function writerIn(out: string): Writer | undefined {
  const header = headerIn(join(resolve(out), eventsName))
  if (header === undefined) return undefined
  const [command] = header.argv ?? []
  return writers.find((writer) => writer === command) ?? 'run'
}

/** Where a command writes that looks at something beside a run: never over results that another command left. */
export function besideOthers(out: string, writer: 'doctor' | 'prove'): string {
  const before = writerIn(out)
  return before === undefined || before === writer ? out : join(out, writer)
}

/**
 * Takes a directory for a run, and takes away what an earlier one of the same command left in it, so that nothing of that
 * can be taken for this one's. What no run wrote stays.
 * @throws HarnessError `config-fault` where it holds what another command wrote, and cannot make anew
 */
export function takeOut(out: string, writer: Writer = 'run'): OutDirectory {
  const name = `--out ${shortened(out)}`
  if (out === '') throw new HarnessError('usage', '--out is empty. Give a directory.')
  const path = resolve(out)
  try {
    makeDirectory(path)
    const release = takeLock(join(path, lockName), name)
    try {
      mayReplace(out, writer, name)
      const earlier = clear(path, name)
      return { path, release, ...(earlier !== undefined && { earlier }) }
    } catch (thrown) {
      release()
      throw thrown
    }
  } catch (thrown) {
    if (thrown instanceof HarnessError) throw thrown
    const attempted = `${name}: the directory cannot be written`
    const fault = environmentFault(thrown, attempted) ?? environmentFault(barrierAbove(path), attempted)
    throw (
      fault ??
      new HarnessError('usage', `${attempted} (${shortened(lineOf(thrown))}). Give another one.`, {
        cause: thrown,
      })
    )
  }
}

/** What only looks at the wiring, or at the reference, is made again within minutes; a run and a bundle are not. */
function mayReplace(out: string, writer: Writer, name: string): void {
  const before = writerIn(out)
  if (before === undefined || before === writer || before === 'doctor' || before === 'prove') return
  throw new HarnessError(
    'config-fault',
    `${name} holds the results of ${before}, and ${writer} would write over them. Give another directory, or remove it.`,
  )
}

/** Why nothing can be made where the system only says that something is missing. */
function barrierAbove(path: string): unknown {
  let above = path
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above)
  try {
    accessSync(above, constants.W_OK)
  } catch (thrown) {
    return thrown
  }
  return undefined
}

/** Moves what an earlier run wrote out of the way; the folder to be removed, if there is one. */
function clear(path: string, name: string): string | undefined {
  const ids = plannedBefore(join(path, eventsName))
  const strange = reports.find((report) => existsSync(join(path, report)))
  if (ids === undefined && strange !== undefined) {
    throw new HarnessError(
      'config-fault',
      `${name} holds a ${strange} and no ${eventsName} of a run, so no run wrote it. Give another directory, or remove the file.`,
    )
  }
  const earlier = join(path, `${beforeName}-${process.pid}`)
  moveEvidence(join(path, 'evidence'), earlier, new Set(ids?.flatMap(evidenceFolders)))
  for (const left of readdirSync(path).filter((entry) => entry.startsWith(`${beforeName}-`)))
    if (join(path, left) !== earlier) renameSync(join(path, left), join(made(earlier), left))
  // The events come last: they say that the others are ours.
  for (const report of [...reports, eventsName]) rmSync(join(path, report), { force: true })
  return existsSync(earlier) ? earlier : undefined
}

/** Moves the folders of checks, and what the report's page keeps between them; it is many files, so none is removed here. */
function moveEvidence(evidence: string, earlier: string, folders: ReadonlySet<string>): void {
  if (!existsSync(evidence)) return
  const entries = readdirSync(evidence)
  const ours = entries.filter((entry) => folders.has(entry) || (folders.size > 0 && besideChecks.test(entry)))
  if (ours.length > 0 && ours.length === entries.length) return renameSync(evidence, earlier)
  for (const entry of ours) renameSync(join(evidence, entry), join(made(earlier), entry))
}

function made(directory: string): string {
  mkdirSync(directory, { recursive: true })
  return directory
}

/** The checks that an earlier run planned; nothing where there was none. */
function plannedBefore(file: string): readonly string[] | undefined {
  const header = headerIn(file)
  return header && (header.plan?.checks.map(({ id }) => id) ?? [])
}

/** What a run says first, as far as it came; nothing where there is no file. */
function headerIn(file: string): Partial<HeaderEvent> | undefined {
  let text: string
  try {
    text = readInput(file, 'events')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined)
  try {
    const header = JSON.parse(first) as Partial<HeaderEvent>
    if (header.type === 'header') return header
  } catch {
    // A run that was killed over its first line leaves a part of it.
    if (first === '' || '{"type":"header"'.startsWith(first.slice(0, 16))) return {}
  }
  throw new HarnessError(
    'config-fault',
    `${file} was not written by a run, and this one would write over it. Give another --out.`,
  )
}
