import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'

/** Returns major and minor number of a version such as `v1.2.3` or `1.2`, as one number that increases with both. */
export function versionNumber(text: string): number | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)(?:\.|$)/.exec(text) ?? []
  return major === undefined ? undefined : Number(major) * 1000 + Number(minor)
}

/**
 * Returns the number of the emulated version, from `component=version` or the version alone. The default is the
 * server's version, unless a flag names an earlier version.
 */
export function emulatedVersion(flags: FlagValues, ownVersion: string): number {
  const ownNumber = versionNumber(ownVersion) ?? 0
  const versions = flags.strings('emulated-version').map((entry) => {
    const number = versionNumber(entry.slice(entry.indexOf('=') + 1))
    if (number !== undefined && number <= ownNumber) return number
    throw new Refusal(`--emulated-version: ${entry} is no version up to ${ownVersion}`)
  })
  return versions.at(-1) ?? ownNumber
}
