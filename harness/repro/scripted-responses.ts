import { nowMs } from '../time.ts'

/** A scripted response of a peer in place of the correct response, as a rule of its script. */
export interface ScriptedResponse {
  readonly atMs: number
  /** The request, for people. */
  readonly what: string
  /** The response of a rule, in the form of `schemas/peer-script.schema.json`. */
  readonly answer: Readonly<Record<string, unknown>>
}

const maxRecorded = 10_000
const recordedResponses: ScriptedResponse[] = []
let isRecording = false

/** Starts recording scripted responses in this process, which plays the peers of one check. */
export function recordScriptedResponses(): void {
  isRecording = true
}

/** Reports whether responses are recorded. */
export function isRecordingResponses(): boolean {
  return isRecording
}

/** Records a scripted response of a peer. */
export function recordScriptedResponse(what: string, answer: ScriptedResponse['answer']): void {
  if (isRecording && recordedResponses.length < maxRecorded)
    recordedResponses.push({ atMs: nowMs(), what, answer })
}

/** Returns the scripted responses of peers within a time, oldest first. */
export function scriptedResponsesBetween(fromMs: number, toMs: number): readonly ScriptedResponse[] {
  return recordedResponses.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
}
