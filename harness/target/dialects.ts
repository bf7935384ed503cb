import { HarnessError } from '../errors.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { kubernetes } from '../dialect/kubernetes/index.ts'
import { orch } from '../dialect/orch.ts'
import type { Versions } from '../dialect/version-range.ts'

/** The dialects by their names, as target files spell them. */
export const dialects: Readonly<Record<string, Dialect>> = { orch, kubernetes }

/** What tells a dialect: its name, and the versions of the programs that it speaks of as far as they are known. */
export interface Spoken {
  readonly dialect: string
  readonly versions?: Versions
}

const made = new Map<string, Dialect>()

/** The dialect of a target; a config fault where there is none of that name. */
export function dialectOf({ dialect: name, versions }: Spoken): Dialect {
  const dialect = dialects[name]
  if (dialect === undefined) {
    throw new HarnessError(
      'config-fault',
      `There is no dialect ${name}; there are ${Object.keys(dialects).join(', ')}.`,
    )
  }
  if (versions === undefined || dialect.ofVersions === undefined) return dialect
  const key = JSON.stringify([name, versions])
  let spelled = made.get(key)
  if (spelled === undefined) made.set(key, (spelled = dialect.ofVersions(versions)))
  return spelled
}
