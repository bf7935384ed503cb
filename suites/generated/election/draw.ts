import { type Arbitrary, array, oneof, record } from 'fast-check'
import { oneOf } from '../words.ts'
import type { ElectionCase } from './model.ts'

// As short as whole seconds of a lease permit, and far enough apart to tell which of them counts.
const times = record({
  leaseMs: oneOf([3_000, 4_000]),
  renewMs: oneOf([2_000, 2_500]),
  retryMs: oneOf([300, 500]),
})

const courses: Arbitrary<ElectionCase['course']> = oneof(
  record({ renewals: array(oneOf([0.4, 0.6, 0.8]), { maxLength: 2 }) }),
  record({ failing: oneOf(['never', 'for a while', 'until it stops']) }),
)

/** What happens to candidates. */
export const electionCases: Arbitrary<ElectionCase> = record({ times, course: courses })
