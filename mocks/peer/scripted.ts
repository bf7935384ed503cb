import type { Seen } from '#harness/peer.ts'
import { Answers } from './answers.ts'
import { Journal } from './journal.ts'

/** What can be asked and scripted: a whole peer, one of the many behind its listener, or one subject of these. */
export class Scripted<Asked extends Seen, All extends object> {
  /** The peer's role: `oidc`, `authorizer`. */
  readonly role: string
  /**
   * Whoever serves it records here.
   * @internal
   */
  readonly asked = new Journal<Asked>()
  /**
   * What it was told to answer.
   * @internal
   */
  readonly answers: Answers<All>

  /**
   * @param names what it can be told to answer otherwise
   * @internal
   */
  constructor(role: string, names: readonly (keyof All & string)[]) {
    this.role = role
    this.answers = new Answers(role, names)
  }

  /** What it was asked, oldest first. */
  get journal(): readonly Asked[] {
    return this.asked.entries
  }

  /**
   * Replaces the named answers; all others stay as they are.
   * @throws HarnessError `usage` for a name that the peer does not answer by, and for an answer that is no function
   */
  answer(answers: Partial<All>): void {
    this.answers.override(answers)
  }

  /** Forgets the journal and the answers. */
  reset(): void {
    this.asked.clear()
    this.answers.clear()
  }

  /** Calls back for each entry of the journal as it arrives; the returned function ends that. */
  onAsked(listener: (asked: Asked) => void): () => void {
    return this.asked.onAsked(listener)
  }

  /** Calls back for each entry of the journal once it has been answered; the returned function ends that. */
  onAnswered(listener: (answered: Seen) => void): () => void {
    return this.asked.onAnswered(listener)
  }
}
