import type { Deviation } from '../dialect/dialect.ts'
import type { Versions } from '../dialect/version-range.ts'
import type { Frozen } from '../contract.ts'
import type { TargetFile } from './schema.ts'

/** One implementation under test: a target file with all limits set. */
export type Target = Frozen<Omit<TargetFile, 'limits' | 'deviations'>> & {
  readonly limits: Limits
  /** Known deviations in the target file and the file of its vendor, in addition to the deviations of its dialect. */
  readonly deviations?: readonly Deviation[]
  /** Minor versions that the programs report, once they were queried. */
  readonly versions?: Versions
}

/** Start of one program of an implementation. */
export type ProgramDescription = NonNullable<Target['programs']['apiserver']>

/** Time limits, in milliseconds. */
export type Limits = Frozen<Required<NonNullable<TargetFile['limits']>>>

// Time limit of a reload: some servers read files only once a minute.
const patientReloadMs = 90_000

/** Default limits of a target. */
export const defaultLimits: Limits = {
  readyMs: 30_000,
  refusedMs: 15_000,
  stopMs: 0,
  issuersMs: 15_000,
  reloadMs: patientReloadMs,
}
