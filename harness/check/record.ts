import type { Asked, EvidenceSource } from '../evidence/source.ts'
import type { Assertion, Launch, Observation } from '../events.ts'
import type { NumberedRequest } from '../repro/sequence.ts'
import type { Capability } from '../capabilities.ts'

export type { Asked, Concerns, EvidenceSource } from '../evidence/source.ts'

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
