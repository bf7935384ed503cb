import { inject } from 'vitest'
import { dialectOf } from '#harness/target/dialects.ts'
import type { Dialect } from '#harness/dialect/dialect.ts'

/** Returns the dialect of the target under test, also before a check runs. */
export function targetDialect(): Dialect {
  return dialectOf(inject('settings').target)
}
