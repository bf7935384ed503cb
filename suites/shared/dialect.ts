import { inject } from 'vitest'
import { type Dialect, dialectOf } from '#kit/launch.ts'

/** Returns the dialect of the target under test, also before a check runs. */
export function targetDialect(): Dialect {
  return dialectOf(inject('settings').target)
}
