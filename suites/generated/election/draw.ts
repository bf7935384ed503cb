import { type Arbitrary, array, oneof, record } from 'fast-check'
import { oneOf } from '../drawn-values.ts'
import type { ElectionCase } from './model.ts'

// Draws durations that are as short as a lease with whole seconds permits, and can be distinguished.
const drawnTimes = record({
  leaseMs: oneOf([3_000, 4_000]),
  renewMs: oneOf([2_000, 2_500]),
  retryMs: oneOf([300, 500]),
})

const drawnCourses: Arbitrary<ElectionCase['course']> = oneof(
  record({ renewals: array(oneOf([0.4, 0.6, 0.8]), { maxLength: 2 }) }),
  record({ failing: oneOf(['never', 'for a while', 'until it stops']) }),
)

/** Timings and courses of candidates. */
export const electionCases: Arbitrary<ElectionCase> = record({ times: drawnTimes, course: drawnCourses })
