import { nowMs } from '../time.ts'

/** A scripted response of a peer instead of the correct one, as a rule of its script. */
export interface Told {
  readonly atMs: number
  /** The request, for people. */
  readonly what: string
  /** The response of a rule, in the form of `schemas/peer-script.schema.json`. */
  readonly answer: Readonly<Record<string, unknown>>
}

const most = 10_000
const told: Told[] = []
let listening = false

/** Starts recording scripted responses in this process, which plays the peers of one check. */
export function listenToPeers(): void {
  listening = true
}

/** Reports whether responses are recorded. */
export function isListening(): boolean {
  return listening
}

/** Records a scripted response of a peer. */
export function noteTold(what: string, answer: Told['answer']): void {
  if (listening && told.length < most) told.push({ atMs: nowMs(), what, answer })
}

/** Returns the scripted responses of peers within a time, oldest first. */
export function toldBetween(fromMs: number, toMs: number): readonly Told[] {
  return told.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
}
