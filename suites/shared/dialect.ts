import { inject } from 'vitest'
import { dialectOf } from '#harness/target/dialects.ts'
import type { Dialect } from '#harness/dialect/dialect.ts'

/** The dialect of the target under test, also where no check runs yet. */
export function targetDialect(): Dialect {
  return dialectOf(inject('settings').target)
}
