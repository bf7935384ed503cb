import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'
import type { Family } from './sink.ts'

const auditVersion = 'audit.orch.io/v1'

/** Returns the group and version of the events of a family. Throws a Refusal for an unknown version. */
export function writtenVersion(flags: FlagValues, family: Family): { readonly apiVersion?: string } {
  const name = `audit-${family}-version`
  const version = flags.string(name)
  if (version !== auditVersion && !fault(`audit-${family}-version-unchecked`)) {
    throw new Refusal(`--${name}: ${version} is no version of events; there is ${auditVersion}`)
  }
  if (fault(`audit-${family}-version-missing`)) return {}
  return { apiVersion: auditVersion }
}
