import type { Deviation } from '../dialect/dialect.ts'
import type { Versions } from '../dialect/version-range.ts'
import type { Frozen } from '../contract.ts'
import type { TargetFile } from './schema.ts'

/** One implementation under test: a target file with every limit set. */
export type Target = Frozen<Omit<TargetFile, 'limits' | 'deviations'>> & {
  readonly limits: Limits
  /** What is known of it beside what its dialect knows, by the target file and by the file of its vendor. */
  readonly deviations?: readonly Deviation[]
  /** The minor versions that its programs tell, once they were asked. */
  readonly versions?: Versions
}

/** How to start one program of an implementation. */
export type ProgramDescription = NonNullable<Target['programs']['apiserver']>

/** How long things may take, in milliseconds. */
export type Limits = Frozen<Required<NonNullable<TargetFile['limits']>>>

// Some servers look at files once a minute only.
const patientReloadMs = 90_000

/** The limits of a target that names none. */
export const defaultLimits: Limits = {
  readyMs: 30_000,
  refusedMs: 15_000,
  stopMs: 0,
  issuersMs: 15_000,
  reloadMs: patientReloadMs,
}
