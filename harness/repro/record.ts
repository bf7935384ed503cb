import { cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stringify } from 'yaml'
import type { TimelineEntry } from '../events.ts'
import type { JournalFilter, EvidenceSource } from '../evidence/source.ts'
import type { ProgramEvidence } from '../launch/program-evidence.ts'
import type { LaunchedProgram } from '../launch/running.ts'
import { writePrivate } from '../launch/workspace.ts'
import { commandText, peerLines, printLine } from './manual-start.ts'
import type { RunSettings } from '../target/settings.ts'
import { toPlainJson } from './plain-json.ts'
import type { NumberedRequest } from './sequence.ts'
import { scriptedResponsesBetween } from './scripted-responses.ts'

/** Parts of a check that its reproduction needs. */
interface RecordedCheck {
  readonly id: string
  readonly settings: Pick<RunSettings, 'repro'>
  readonly record: {
    readonly requests: readonly NumberedRequest[]
    readonly evidence: Iterable<EvidenceSource>
    readonly concerns: JournalFilter
  }
}

/** Inputs of one start of the check, written next to its configuration. */
export interface StartRecord {
  readonly folder: string
  readonly role: string
  readonly command: readonly string[]
  /** Intended flags of the program, in whatever form the command takes them. */
  readonly flags?: readonly string[]
  /** Name of the file with these flags in the folder, if there is one. */
  readonly flagsFile?: string
  readonly directory: string
}

const maxFileLength = 4 * 1024 * 1024

/**
 * Writes the actions of a check into the folder of its reproduction: starts with keys, requests, peers and their
 * scripts.
 */
export function recordReproduction(context: RecordedCheck, fromMs: number, toMs: number): void {
  const { repro } = context.settings
  if (repro === undefined || repro.check !== context.id || repro.records !== true) return
  for (const name of ['starts', 'peers']) rmSync(join(repro.folder, name), { recursive: true, force: true })
  const launched = programsLaunchedBy(context)
  const starts = launched.map((one, index) => recordStart(repro.folder, index + 1, one))
  const writeRecord = (name: string, text: string): void => writePrivate(join(repro.folder, name), text)
  writeRecord('starts.json', toPlainJson(starts))
  writeRecord('requests.json', toPlainJson(context.record.requests))
  const entries = [...context.record.evidence].flatMap((source) =>
    source.timeline(fromMs, toMs, context.record.concerns),
  )
  writeRecord('timeline.json', toPlainJson(entries.toSorted((a, b) => a.atMs - b.atMs)))
  for (const [role, requests] of byRole(entries))
    writeRecord(join('peers', `${role}.json`), toPlainJson(requests))
  // Peers start and receive their scripts before the first check that needs them.
  const rules = scriptedResponsesBetween(0, toMs).map(({ what, answer }) => ({ when: { what }, ...answer }))
  writeRecord(join('peers', 'script.yaml'), stringify({ rules: withoutDuplicates(rules) }, { lineWidth: 0 }))
}

/** Leaves programs and peers unchanged after a failed check, and prints their addresses, until the run is ended. */
export async function keepRunning(
  context: RecordedCheck,
  verdict: string,
  runEnd: AbortSignal,
): Promise<void> {
  const { repro } = context.settings
  if (repro?.keeps !== true || repro.check !== context.id || runEnd.aborted) return
  const allStarts = programsLaunchedBy(context).map(({ role, program, command, directory, peers }) => {
    const stateText = program.exit === undefined ? `runs as process ${program.pid}` : 'has ended'
    return `The ${role} ${stateText}; its files are in ${directory}:\n  ${commandText(command)}\nIts peers:\n${peerLines(peers)}`
  })
  printLine(
    `Verdict: ${verdict}. The program and its peers keep running until you press Ctrl+C.\n\n${allStarts.join('\n\n')}\n${accessText(context)}`,
  )
  await new Promise<void>((resolve) => runEnd.addEventListener('abort', () => resolve(), { once: true }))
}

/** Returns commands with which a person repeats the requests of the check. */
function accessText(context: RecordedCheck): string {
  const accessWays = [...context.record.evidence].flatMap((source) => source.requestCommands?.() ?? [])
  return accessWays.length === 0 ? '' : `\nBy hand:\n${accessWays.map((way) => `  ${way}`).join('\n')}\n`
}

function programsLaunchedBy(context: RecordedCheck): readonly LaunchedProgram[] {
  return [...context.record.evidence].flatMap((source) =>
    'launchedProgram' in source ? [(source as ProgramEvidence).launchedProgram] : [],
  )
}

function recordStart(repro: string, number: number, launched: LaunchedProgram): StartRecord {
  const { role, command, directory, flags, flagsFile } = launched
  const folder = join('starts', `${number}-${role}`)
  const targetFolder = join(repro, folder)
  if (existsSync(directory)) cpSync(directory, targetFolder, { recursive: true, filter: isKeptFile })
  const outsidePaths = [...command, ...flags]
    .flatMap((argument) => pathsIn(argument))
    .filter((path) => !path.startsWith(directory))
  for (const path of outsidePaths)
    if (/\.(crt|key|pem|ya?ml|json)$/.test(path)) cpSync(path, join(targetFolder, 'keys', basename(path)))
  writePrivate(join(targetFolder, 'command.txt'), `${commandText(command)}\n`)
  return { folder, role, command, flags, ...(flagsFile !== undefined && { flagsFile }), directory }
}

function pathsIn(argument: string): string[] {
  return [argument, ...argument.split('=').slice(1)].filter(
    (text) => text.startsWith('/') && existsSync(text),
  )
}

function isKeptFile(path: string): boolean {
  const entry = lstatSync(path)
  if (entry.isDirectory()) return isReadable(path)
  return entry.isFile() && entry.size <= maxFileLength
}

function isReadable(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    // The path is in a private file system of the program.
    return false
  }
}

function byRole(entries: readonly TimelineEntry[]): Map<string, TimelineEntry[]> {
  const requests = entries.filter(({ kind }) => kind === 'asked')
  const requestsBySource = new Map<string, TimelineEntry[]>()
  for (const entry of requests)
    requestsBySource.set(entry.source, [...(requestsBySource.get(entry.source) ?? []), entry])
  return requestsBySource
}

function withoutDuplicates<Rule>(rules: readonly Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()]
}
