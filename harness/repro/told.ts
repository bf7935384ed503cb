import { nowMs } from '../time.ts'

/** What a peer was told to answer instead of the honest answer, as a rule of its script says it. */
export interface Told {
  readonly atMs: number
  /** What it was asked, for people. */
  readonly what: string
  /** A rule's way to answer, as `schemas/peer-script.schema.json` spells it. */
  readonly answer: Readonly<Record<string, unknown>>
}

const most = 10_000
const told: Told[] = []
let listening = false

/** Begins to note answers that are not the honest ones: for this process, which plays the peers of one check. */
export function listenToPeers(): void {
  listening = true
}

/** Whether answers are noted. */
export function isListening(): boolean {
  return listening
}

/** Notes an answer that a peer was told to give. */
export function noteTold(what: string, answer: Told['answer']): void {
  if (listening && told.length < most) told.push({ atMs: nowMs(), what, answer })
}

/** What peers were told to answer within a time, oldest first. */
export function toldBetween(fromMs: number, toMs: number): readonly Told[] {
  return told.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
}
