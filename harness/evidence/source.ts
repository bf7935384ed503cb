import type { TimelineEntry } from '../events.ts'
import type { EvidenceFile } from './files.ts'

/** A request to a program by means that the documents do not promise, and its response. */
export interface MeansRequest {
  /** Method and path, in the documents' spelling. */
  readonly requestLine: string
  readonly status: number
  readonly body: string
}

/** Differences between the flags of the harness and the command line of the program that a command started. */
export interface FlagDifferences {
  /** Flags of the harness that did not arrive at the program. */
  readonly dropped: readonly string[]
  /** Flags that the command added, without those that the target file declares. */
  readonly added: readonly string[]
}

/** An object whose history is part of a check's evidence: a launched program with its peers. */
export interface EvidenceSource {
  readonly name: string
  /** @param concerns the parts of peers that the check names; requests to other parts are omitted */
  timeline(fromMs: number, toMs: number, concerns: JournalFilter): readonly TimelineEntry[]
  /** Returns the configuration files, the command line and the output of the program. */
  files(): readonly EvidenceFile[]
  /** Requests to the program by means that the documents do not promise, once each. */
  readonly means?: readonly MeansRequest[]
  /** Differences between the flags of the harness and those with which the command started its program. */
  readonly flagDifferences?: FlagDifferences
  /** Name of the start, if the source is a program. */
  readonly start?: string
  /** Addresses of the program's peers. */
  readonly peerUrls?: readonly string[]
  /** Returns command lines with which a user can send requests to the program. */
  requestCommands?(): readonly string[]
}

/** Parts of peers, such as one of many issuers, by the peer's role. */
export type JournalFilter = ReadonlyMap<string, ReadonlySet<JournalSource>>

/** A peer, or a part of a peer, with a separate journal. */
export interface JournalSource {
  readonly role: string
  readonly journal: readonly object[]
}
