import type { ElectionCase } from './model.ts'

/** Returns the coverage of a case: its events, and each of the durations. */
export function coverageOf({ times, course }: ElectionCase): readonly string[] {
  return [
    'failing' in course
      ? `renewals fail ${course.failing}`
      : `another renews ${course.renewals.length} times`,
    ...Object.entries(times).map(([name, ms]) => `${name} ${ms}`),
  ]
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...['never', 'for a while', 'until it stops'].map((failing) => `renewals fail ${failing}`),
  ...[0, 1, 2].map((count) => `another renews ${count} times`),
  'leaseMs 3000',
  'leaseMs 4000',
  'renewMs 2000',
  'renewMs 2500',
  'retryMs 300',
  'retryMs 500',
]
