import type { Role } from '../roles.ts'

/** A minor version of an implementation: `1.34`. */
export type MinorVersion = `${number}.${number}`

/** A range of minor versions. An omitted side is open. */
export interface VersionRange {
  /** First version of the range. */
  readonly from?: MinorVersion
  /** First version after the range. */
  readonly before?: MinorVersion
}

/** Minor versions of a target's programs, as far as the programs report their versions. */
export type Versions = Readonly<Partial<Record<Role, MinorVersion>>>

/** Returns the minor version that follows a prefix in a text: `1.34` in `Kubernetes v1.34.9+abc`. */
export function minorVersionIn(text: string, prefix: string): MinorVersion | undefined {
  if (!text.startsWith(prefix)) return undefined
  const [, major, minor] = /^(\d+)\.(\d+)(?!\d)/.exec(text.slice(prefix.length)) ?? []
  return major === undefined || minor === undefined ? undefined : `${Number(major)}.${Number(minor)}`
}

/** Reports whether a version is in a range; without a range always true. */
export function isWithin(version: MinorVersion, { from, before }: VersionRange = {}): boolean {
  return (
    (from === undefined || compareVersions(version, from) >= 0) &&
    (before === undefined || compareVersions(version, before) < 0)
  )
}

/**
 * Reports whether a program may be of a version in a range. A program without a reported version may be of any version.
 */
export function isPossiblyWithin(version: MinorVersion | undefined, range?: VersionRange): boolean {
  return version === undefined || isWithin(version, range)
}

/** Describes a range in words: `since 1.34`, `before 1.35`, `from 1.34 on and before 1.36`. */
export function rangeText({ from, before }: VersionRange): string {
  if (from !== undefined && before !== undefined) return `from ${from} on and before ${before}`
  if (from !== undefined) return `since ${from}`
  return before === undefined ? 'in all versions' : `before ${before}`
}

// Compares the parts of versions as numbers: 1.9 is older than 1.10.
function compareVersions(left: MinorVersion, right: MinorVersion): number {
  const [leftMajor = 0, leftMinor = 0] = left.split('.').map(Number)
  const [rightMajor = 0, rightMinor = 0] = right.split('.').map(Number)
  return leftMajor - rightMajor || leftMinor - rightMinor
}
