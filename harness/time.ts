/** Milliseconds on a monotonic clock, as a Unix time: comparable between processes of one machine. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Set where a person looks on, maybe through a debugger: how many times longer than usual answers may take. */
export const patienceVariable = 'ORCH_CONFORMANCE_PATIENCE'

const hourMs = 3_600_000
// Longer than anybody looks at one check, and short enough for a timer.
const patientMs = 24 * hourMs

const factor = Number(process.env[patienceVariable] ?? 1)

/** A limit for an answer or a fact, in milliseconds: longer where a person looks on, and still a limit. */
export function patient(limitMs: number): number {
  return limitMs * factor
}

/** A limit for what a person does meanwhile, such as starting a program, in milliseconds: a day where one looks on. */
export function unhurried(limitMs: number): number {
  return factor === 1 ? limitMs : Math.max(limitMs, patientMs)
}
