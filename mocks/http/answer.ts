import type { Answer as PeerAnswer } from '../peer/index.ts'
import type { HttpSeen } from './http-seen.ts'

/** An answer over HTTP comes to the document that is sent as JSON (or text), or to a whole response of its own. */
export type Answer<Honest> = PeerAnswer<Honest, HttpSeen, Response>
