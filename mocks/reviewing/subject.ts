import { Answers, Journal } from '../serving/index.ts'
import type { Review, ReviewAnswers, ReviewSeen } from './review.ts'

/** The part of a webhook's life that is about one subject: its own journal, its own answers. */
export class ReviewSubject<Asked extends Review> {
  readonly role: string
  /** The host records here. */
  readonly asked = new Journal<ReviewSeen<Asked>>()
  readonly told = new Answers<ReviewAnswers<Asked>>()

  constructor(role: string) {
    this.role = role
  }

  get journal(): readonly ReviewSeen<Asked>[] {
    return this.asked.entries
  }

  /** Replaces the answer for this subject; other subjects keep theirs. */
  answer(answers: Partial<ReviewAnswers<Asked>>): void {
    this.told.tell(answers)
  }

  /** Forgets the journal and the answers. */
  reset(): void {
    this.asked.clear()
    this.told.clear()
  }

  onAsked(listener: (asked: ReviewSeen<Asked>) => void): () => void {
    return this.asked.onAsked(listener)
  }
}
