import { HarnessError } from '../errors.ts'
import type { Dialect, OwnFlags } from '../dialect/dialect.ts'
import { kubernetes } from '../dialect/kubernetes/index.ts'
import { orch } from '../dialect/orch.ts'
import type { Versions } from '../dialect/version-range.ts'
import type { Target } from './target.ts'

/** The dialects by name, as target files spell them. */
export const dialects: Readonly<Record<string, Dialect>> = { orch, kubernetes }

/** Selection of a dialect: its name, and the versions of the programs if they are known. */
export interface DialectSelection {
  readonly dialect: string
  readonly versions?: Versions
  readonly programs?: Target['programs']
}

const made = new Map<string, Dialect>()

/** Returns the dialect of a target. A config fault if there is none of that name. */
export function dialectOf({ dialect: name, versions, programs }: DialectSelection): Dialect {
  const dialect = dialects[name]
  if (dialect === undefined) {
    throw new HarnessError(
      'config-fault',
      `There is no dialect ${name}; there are ${Object.keys(dialects).join(', ')}.`,
    )
  }
  const ownFlags = ownFlagsOf(programs)
  const ofVersions = versions === undefined ? undefined : dialect.ofVersions
  if (ofVersions === undefined && ownFlags === undefined) return dialect
  const key = JSON.stringify([name, versions, ownFlags])
  let spelled = made.get(key)
  if (spelled === undefined) {
    const base = versions === undefined || ofVersions === undefined ? dialect : ofVersions(versions)
    made.set(key, (spelled = ownFlags === undefined ? base : { ...base, ownFlags }))
  }
  return spelled
}

function ownFlagsOf(programs: Target['programs'] = {}): OwnFlags | undefined {
  const own = Object.entries(programs).filter(([, { ownFlags = [] }]) => ownFlags.length > 0)
  if (own.length === 0) return undefined
  return Object.fromEntries(own.map(([role, { ownFlags }]) => [role, ownFlags]))
}
