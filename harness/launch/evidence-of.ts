import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subject } from '../check/context.ts'
import type { TimelineEntry } from '../events.ts'
import type { MockPeer, Seen } from '../peer.ts'
import { quoted } from '../repro.ts'
import type { Program } from './program.ts'
import type { Timeline } from '../timeline.ts'

/** A launched program, as a check's evidence shows it. */
export class ProgramSubject implements Subject {
  readonly name: string
  readonly #parts: SubjectParts

  constructor(name: string, parts: SubjectParts) {
    this.name = name
    this.#parts = parts
  }

  timeline(fromMs: number, toMs: number): readonly TimelineEntry[] {
    const { timeline, peers } = this.#parts
    const asked = peers.flatMap((peer) =>
      peer.journal
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .map((seen) => entryOf(peer.role, seen)),
    )
    return [...timeline.between(fromMs, toMs), ...asked]
  }

  save(directory: string): void {
    const { program, workspace, command } = this.#parts
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'output.txt'), `${program.stdout.text}${program.stderr.text}`)
    writeFileSync(join(directory, 'command.txt'), `${command.map(quoted).join(' \\\n  ')}\n`)
    copyTop(workspace, directory)
  }
}

export interface SubjectParts {
  readonly program: Program
  readonly timeline: Timeline
  readonly peers: readonly MockPeer<Seen, never>[]
  /** The program's own directory, whose top-level files are its configuration. */
  readonly workspace: string
  readonly command: readonly string[]
}

function entryOf(role: string, seen: Seen): TimelineEntry {
  const { atMs, what, ...data } = seen
  return { atMs, source: role, kind: 'asked', what, ...(Object.keys(data).length > 0 && { data }) }
}

// Keys stay out of the evidence: it is meant to be handed on.
const secret = /\.key$/

function copyTop(from: string, to: string): void {
  if (!existsSync(from)) return
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isFile() && !secret.test(entry.name))
      linkOrCopy(join(from, entry.name), join(to, entry.name), entry.name)
  }
}

/** A link costs nothing where many checks share a server; a file that still grows is copied. */
function linkOrCopy(from: string, to: string, name: string): void {
  if (name.endsWith('.txt')) return copyFileSync(from, to)
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
