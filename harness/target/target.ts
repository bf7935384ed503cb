import type { Capability, Deviation, Role } from '../dialect/dialect.ts'

/** How to start one program of an implementation. */
export interface ProgramDescription {
  /** The program and its first arguments; a path is taken from the target file's folder. */
  readonly command: readonly string[]
  /** Arguments that the implementation needs beside those of the harness. */
  readonly args?: readonly string[]
  /** Variables added to the clean environment that every program gets. */
  readonly env?: Readonly<Record<string, string>>
}

/** How long things may take, in milliseconds. */
export interface Limits {
  /** From the start to the first successful `/readyz`. */
  readonly readyMs: number
  /** From the start to the end of a program that must refuse to start. */
  readonly refusedMs: number
  /**
   * From SIGTERM, once nothing more is asked of a program, to SIGKILL. 0 kills at once, because no check looks at how
   * such a program ends; one that writes something at its end, such as its coverage, needs time.
   */
  readonly stopMs: number
  /** From the start until the issuers of tokens are known; an issuer may be asked again after a pause. */
  readonly issuersMs: number
  /** From the change of a file that is followed to its effect. */
  readonly reloadMs: number
}

/** One implementation under test. */
export interface Target {
  readonly name: string
  /** A key of `dialects`. */
  readonly dialect: string
  readonly programs: Readonly<Partial<Record<Role, ProgramDescription>>>
  /** Overrides of the dialect's capabilities. */
  readonly capabilities?: Readonly<Partial<Record<Capability, boolean>>>
  readonly limits: Limits
  /** Departures known for this target, beside those of its dialect. */
  readonly deviations?: readonly Deviation[]
}

// Some servers look at files once a minute only.
const patientReloadMs = 90_000

export const defaultLimits: Limits = {
  readyMs: 30_000,
  refusedMs: 15_000,
  stopMs: 0,
  issuersMs: 15_000,
  reloadMs: patientReloadMs,
}
