import type { Answer as PeerAnswer } from '../peer/index.ts'
import type { HttpJournalEntry } from './request.ts'

/** Function that returns the response over HTTP: the document to send as JSON (or text), or a whole response. */
export type Answer<Honest> = PeerAnswer<Honest, HttpJournalEntry, Response>
