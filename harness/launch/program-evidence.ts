import { flagOf } from '../flag-values.ts'
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FlagDifferences, JournalFilter, EvidenceSource, MeansRequest } from '../evidence/source.ts'
import { orFallback } from '../errors.ts'
import type { EvidenceFile } from '../evidence/files.ts'
import type { Launch, TimelineEntry } from '../events.ts'
import { outputFile, startFile } from '../evidence/origin.ts'
import type { Peer, JournalEntry } from '../peer.ts'
import { quoted } from '../shell.ts'
import { droppedFlags } from './added-flags.ts'
import type { LaunchedProgram } from './running.ts'

/** Result of a start, as written to `start.json`. */
interface StartResult {
  readonly outcome: Launch['outcome']
  readonly exitCode?: number | null
}

/** Evidence of a check about a launched program. */
export class ProgramEvidence implements EvidenceSource {
  readonly name: string
  readonly means: MeansRequest[] = []
  /** Flags that the command added. */
  addedFlags: readonly string[] = []
  /** Command line of the program behind the command, if it could be read. */
  programWords: readonly string[] = []
  /** Result of the start of the program; undefined while it starts. */
  result?: StartResult
  /**
   * Command lines with which a person sends the program a request; set by code that knows the protocol of the program.
   */
  requestCommands?: () => readonly string[]
  /** The program that the evidence describes. */
  readonly launchedProgram: LaunchedProgram
  /** Files of the program's directory, kept if the directory may be removed before they are saved. */
  #keptFiles: ReadonlyMap<string, Uint8Array> | undefined

  constructor(launched: LaunchedProgram) {
    this.name = launched.role
    this.launchedProgram = launched
  }

  get start(): string {
    return basename(this.launchedProgram.directory)
  }

  /** Flags that did not arrive, and added flags that the target file does not declare. */
  get flagDifferences(): FlagDifferences {
    const { role, settings, flags } = this.launchedProgram
    const ownFlags = new Set(settings.target.programs[role]?.ownFlags)
    return {
      dropped: droppedFlags(this.programWords, flags),
      added: this.addedFlags.filter((flag) => !ownFlags.has(flagOf(flag))),
    }
  }

  get peerUrls(): readonly string[] {
    return this.launchedProgram.peers.map(({ url }) => url)
  }

  timeline(fromMs: number, toMs: number, concerns: JournalFilter = new Map()): readonly TimelineEntry[] {
    const { timeline, peers } = this.launchedProgram
    const requests = peers.flatMap((peer) =>
      entriesOf(peer, concerns)
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .map((request) => entryOf(peer.role, request)),
    )
    return [...timeline.between(fromMs, toMs), ...requests]
  }

  /** Keeps the files of the directory in memory, for checks that read the files after the directory was removed. */
  keep(): void {
    const { directory } = this.launchedProgram
    this.#keptFiles = new Map(topFiles(directory).map((name) => [name, contentOf(join(directory, name))]))
  }

  files(): readonly EvidenceFile[] {
    const { program, directory: workspace, command, env } = this.launchedProgram
    const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`)
    const words = [...variables, ...command.map(quoted)]
    const keptWorkspace = this.#keptFiles === undefined || existsSync(workspace) ? undefined : this.#keptFiles
    return [
      ...(this.result ? [{ name: startFile, parts: [JSON.stringify(this.result)] }] : []),
      { name: outputFile, parts: [program.stdout.text, program.stderr.text], owner: program },
      { name: 'command.txt', parts: [`${words.join(' \\\n  ')}\n`, programText(this.programWords, command)] },
      ...(keptWorkspace === undefined
        ? topFiles(workspace).map((name) => fileOf(workspace, name))
        : [...keptWorkspace].map(([name, content]) => ({ name, parts: [content] }))),
    ]
  }
}

/** Returns the command line of the program behind a command, as comments; empty if both command lines are equal. */
function programText(ran: readonly string[], command: readonly string[]): string {
  const isSameCommand = ran.length === command.length && ran.every((word, at) => word === command[at])
  if (ran.length === 0 || isSameCommand) return ''
  return [
    '',
    '# This command ran the program with this command line:',
    ...ran.map((word) => `#   ${quoted(word)}`),
    '',
  ].join('\n')
}

/**
 * Returns the requests that a peer received; if the check names parts of the peer, only the requests of these parts.
 */
function entriesOf(peer: Peer, concerns: JournalFilter): readonly JournalEntry[] {
  const parts = concerns.get(peer.role)
  if (parts === undefined) return peer.journal
  const journalNames = new Set([...parts].flatMap(({ journal }) => journal))
  return peer.journal.filter((request) => journalNames.has(request))
}

function entryOf(role: string, request: JournalEntry): TimelineEntry {
  const { atMs, what, ...data } = request
  return { atMs, source: role, kind: 'asked', what, ...(Object.keys(data).length > 0 && { data }) }
}

// Keys stay out of the evidence, because it is meant to be shared.
const secretPattern = /\.key$/

// Maximum size of a stored file in bytes: far above a configuration. Programs may write larger files.
const maxFileLength = 4 * 1024 * 1024
const maxFiles = 250

/** Returns the names of the files of a directory that may be shared. */
function topFiles(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !secretPattern.test(entry.name))
    .map(({ name }) => name)
    .slice(0, maxFiles)
}

/** Returns a file of the evidence. A growing file has its present content. */
function fileOf(workspace: string, name: string): EvidenceFile {
  const path = join(workspace, name)
  return name.endsWith('.txt') || isTooLong(path) ? { name, parts: [contentOf(path)] } : { name, path }
}

function isTooLong(path: string): boolean {
  return orFallback(() => lstatSync(path).size, 0) > maxFileLength
}

/** Returns the content of a file, or the beginning of the content if the file is long. */
function contentOf(path: string): Uint8Array {
  if (!isTooLong(path)) return readFileSync(path)
  const firstBytes = Buffer.alloc(maxFileLength)
  const file = openSync(path, 'r')
  try {
    return firstBytes.subarray(0, readSync(file, firstBytes, 0, maxFileLength, 0))
  } finally {
    closeSync(file)
  }
}
