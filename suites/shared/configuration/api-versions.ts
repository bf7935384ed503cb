import { targetDialect } from '../dialect.ts'

/** Versions of the kinds of configuration files. */
export type Version = 'v1' | 'v1alpha1'

/** The apiVersion of each version. */
export const apiVersions = {
  v1: 'apiserver.config.orch.io/v1',
  v1alpha1: 'apiserver.orch.io/v1alpha1',
} as const satisfies Record<Version, string>

/** Returns the group and version of a kind in the spelling of the target's dialect. */
export function inApiVersion(
  kind: string,
  version: Version,
): { readonly group: string; readonly version: string } {
  const [group = '', spelled = ''] = apiVersionOf(kind, version).split('/')
  return { group, version: spelled }
}

/** Returns the whole apiVersion of a kind in the spelling of the dialect, for a file with another kind or none. */
export function apiVersionOf(kind: string, version: Version): string {
  return targetDialect().apiVersion(kind, apiVersions[version])
}

/** Returns the apiVersion of a kind with the group of other kinds. A dialect may have both versions in one group. */
export function inAnotherGroup(kind: string, version: Version): string {
  const validVersion = inApiVersion(kind, version)
  const groups = Object.values(apiVersions).map((one) => targetDialect().text(one.split('/')[0] ?? ''))
  return `${groups.find((group) => group !== validVersion.group)}/${validVersion.version}`
}
