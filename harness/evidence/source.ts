import type { TimelineEntry } from '../events.ts'
import type { EvidenceFile } from './files.ts'

/** What a program was asked by a means that the documents do not promise, and the answer. */
export interface MeansAsked {
  /** Method and path, in the documents' words. */
  readonly what: string
  readonly status: number
  readonly body: string
}

/** Something whose history belongs to a check's evidence: a launched program with its peers. */
export interface EvidenceSource {
  readonly name: string
  /** @param concerns the parts of peers that the check names; what was asked of their siblings stays out */
  timeline(fromMs: number, toMs: number, concerns: Concerns): readonly TimelineEntry[]
  /** Its configuration files, its command line and what it has printed. */
  files(): readonly EvidenceFile[]
  /** What it was asked by means that the documents do not promise, once each. */
  readonly means?: readonly MeansAsked[]
  /** Flags of a program that its command added to those of the harness. */
  readonly addedFlags?: readonly string[]
  /** The name of its start, where it is a program. */
  readonly start?: string
  /** Where the program finds its peers. */
  readonly peerUrls?: readonly string[]
  /** Command lines by which a person asks it something. */
  reachedBy?(): readonly string[]
}

/** Parts of peers, such as one of many issuers, by the peer's role. */
export type Concerns = ReadonlyMap<string, ReadonlySet<Asked>>

/** Whatever keeps a journal of its own. */
export interface Asked {
  readonly role: string
  readonly journal: readonly object[]
}
