/** Returns milliseconds on a monotonic clock, as a Unix time: comparable between processes of one machine. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Environment variable with the factor of the time limits of responses; set while a user watches. */
export const patienceVariable = 'ORCH_CONFORMANCE_PATIENCE'

const hourMs = 3_600_000
// Time limit while a user watches: longer than examining one check takes, and short enough for a timer.
const patientMs = 24 * hourMs

const patienceFactor = Number(process.env[patienceVariable] ?? 1)

/** Returns a limit for a response or a fact, in milliseconds: longer if a person watches, but still a limit. */
export function withPatience(limitMs: number): number {
  return limitMs * patienceFactor
}

/** Returns a limit for an action of a person, such as starting a program, in milliseconds: a day if a user watches. */
export function withoutPatience(limitMs: number): number {
  return patienceFactor === 1 ? limitMs : Math.max(limitMs, patientMs)
}
