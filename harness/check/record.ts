import type { JournalSource, EvidenceSource } from '../evidence/source.ts'
import type { Assertion, Launch, Observation } from '../events.ts'
import type { NumberedRequest } from '../repro/sequence.ts'
import type { Capability } from '../capabilities.ts'

export type { JournalSource, JournalFilter, EvidenceSource } from '../evidence/source.ts'

/** Evidence of a running check so far. */
export class CheckRecord {
  readonly assertions: Assertion[] = []
  readonly observations: Observation[] = []
  readonly launches: Launch[] = []
  readonly evidence = new Set<EvidenceSource>()
  /** Parts of peers that the check is about, by the role of the peer. */
  readonly concerns = new Map<string, Set<JournalSource>>()
  /** Requests of the check to the program; recorded only while the check is examined. */
  readonly requests: NumberedRequest[] = []
  /** Capabilities that the check needs and the target declares. */
  readonly neededCapabilities = new Set<Capability>()

  /** Selects the part of a peer that the check is about. Requests to other parts are not evidence of the check. */
  isAbout(part: JournalSource): void {
    const parts = this.concerns.get(part.role) ?? new Set()
    this.concerns.set(part.role, parts.add(part))
  }

  /** Discards the evidence for another measurement. The starts stay, because they are not repeated. */
  forget(): void {
    this.assertions.length = 0
    this.observations.length = 0
    this.evidence.clear()
    this.requests.length = 0
  }
}
