import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'

const documented = '/registry'

/** What stands before every key: starts with one slash and ends without. */
export function keyPrefix(flags: FlagValues, quirks: ServerQuirks): string {
  const isDefault = !flags.isSet('etcd-prefix')
  if (isDefault && quirks.fault('etcd-prefix-default-differs')) return '/orch'
  const given = flags.string('etcd-prefix') ?? documented
  const trimmed = given.replace(/^\/+|\/+$/g, '')
  const text = `/${trimmed}`
  return text !== documented && quirks.fault('etcd-prefix-ignored') ? documented : text
}
