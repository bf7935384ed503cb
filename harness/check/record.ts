import type { EvidenceFile } from '../evidence/files.ts'
import type { Assertion, Launch, Observation, TimelineEntry } from '../events.ts'
import type { NumberedRequest } from '../repro/sequence.ts'
import type { Capability } from '../capabilities.ts'
import type { MeansAsked } from './means.ts'

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

/** What a running check has seen so far. */
export class CheckRecord {
  readonly assertions: Assertion[] = []
  readonly observations: Observation[] = []
  readonly launches: Launch[] = []
  readonly evidence = new Set<EvidenceSource>()
  readonly concerns = new Map<string, Set<Asked>>()
  /** What it asked the program, where somebody looks into it. */
  readonly requests: NumberedRequest[] = []
  /** What it needs of that kind, and has according to the target. */
  readonly needed = new Set<Capability>()

  /** Names a part of a peer that the check is about: what others of its kind are asked meanwhile is no evidence of it. */
  isAbout(part: Asked): void {
    const parts = this.concerns.get(part.role) ?? new Set()
    this.concerns.set(part.role, parts.add(part))
  }

  /** Forgets what was seen, for another measurement; the starts stay, as they were made. */
  forget(): void {
    this.assertions.length = 0
    this.observations.length = 0
    this.evidence.clear()
    this.requests.length = 0
  }
}
