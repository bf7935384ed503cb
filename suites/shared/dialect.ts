import { inject } from 'vitest'
import { type Dialect, dialectOf } from '#harness/dialect/index.ts'

/** The dialect of the target under test, also where no check runs yet. */
export function targetDialect(): Dialect {
  return dialectOf(inject('settings').target)
}
