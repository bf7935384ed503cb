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

const dialectCache = new Map<string, Dialect>()

/** Returns the dialect of a target. Throws a config fault if no dialect has the name. */
export function dialectOf({ dialect: name, versions, programs }: DialectSelection): Dialect {
  const dialect = dialects[name]
  if (dialect === undefined) {
    throw new HarnessError(
      'config-fault',
      `There is no dialect ${name}; there are ${Object.keys(dialects).join(', ')}.`,
    )
  }
  const ownFlags = ownFlagsOf(programs)
  const dialectOfVersions = versions === undefined ? undefined : dialect.ofVersions
  if (dialectOfVersions === undefined && ownFlags === undefined) return dialect
  const key = JSON.stringify([name, versions, ownFlags])
  let versionDialect = dialectCache.get(key)
  if (versionDialect === undefined) {
    const base =
      versions === undefined || dialectOfVersions === undefined ? dialect : dialectOfVersions(versions)
    dialectCache.set(key, (versionDialect = ownFlags === undefined ? base : { ...base, ownFlags }))
  }
  return versionDialect
}

function ownFlagsOf(programs: Target['programs'] = {}): OwnFlags | undefined {
  const programsWithOwnFlags = Object.entries(programs).filter(([, { ownFlags = [] }]) => ownFlags.length > 0)
  if (programsWithOwnFlags.length === 0) return undefined
  return Object.fromEntries(programsWithOwnFlags.map(([role, { ownFlags }]) => [role, ownFlags]))
}
