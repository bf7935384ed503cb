import { dialects } from './dialects.ts'
import { minorVersionIn, type Versions } from '../dialect/version-range.ts'
import type { TargetSummary } from '../header.ts'
import { isRole } from '../roles.ts'

/** Returns the minor versions that programs reported, if the dialect can read them. */
export function minorVersions(dialect: string, programs: TargetSummary['programs']): Versions {
  const versionPrefix = dialects[dialect]?.versionAfterPrefix
  const versionEntries = programs.flatMap(({ role, version }) => {
    const minor =
      versionPrefix === undefined || version === undefined
        ? undefined
        : minorVersionIn(version, versionPrefix)
    return isRole(role) && minor !== undefined ? [[role, minor] as const] : []
  })
  return Object.fromEntries(versionEntries)
}
