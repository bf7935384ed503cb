import type { JournalEntry } from '#harness/peer.ts'
import { Answers } from './answers.ts'
import { Journal } from './journal.ts'

/**
 * Subject that receives requests and can be scripted: a whole peer, one of several peers behind a listener, or one
 * subject of such a peer.
 */
export class Scripted<Entry extends JournalEntry, All extends object> {
  /** Role of the peer: `oidc`, `authorizer`. */
  readonly role: string
  /**
   * Journal, written by the server of this subject.
   * @internal
   */
  readonly requestJournal = new Journal<Entry>()
  /**
   * Scripted responses.
   * @internal
   */
  readonly answers: Answers<All>

  /**
   * @param names names of the responses that can be scripted
   * @internal
   */
  constructor(role: string, names: readonly (keyof All & string)[]) {
    this.role = role
    this.answers = new Answers(role, names)
  }

  /** Received requests, oldest first. */
  get journal(): readonly Entry[] {
    return this.requestJournal.entries
  }

  /**
   * Replaces the named responses and keeps the others.
   * @throws HarnessError `usage` for a name that is not a response of the peer, and for a response that is not a
   * function
   */
  answer(answers: Partial<All>): void {
    this.answers.override(answers)
  }

  /** Clears the journal and the scripted responses. */
  reset(): void {
    this.requestJournal.clear()
    this.answers.clear()
  }

  /** Calls `listener` for each entry of the journal on arrival. The returned function unsubscribes. */
  onAsked(listener: (request: Entry) => void): () => void {
    return this.requestJournal.onAsked(listener)
  }

  /** Calls `listener` for each entry of the journal after its response. The returned function unsubscribes. */
  onAnswered(listener: (entry: JournalEntry) => void): () => void {
    return this.requestJournal.onAnswered(listener)
  }
}
