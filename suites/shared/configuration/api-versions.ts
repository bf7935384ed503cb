import { targetDialect } from '../dialect.ts'

/** The versions in which there are kinds of configuration files. */
export type Version = 'v1' | 'v1alpha1'

/** What their apiVersion is. */
export const apiVersions = {
  v1: 'apiserver.config.orch.io/v1',
  v1alpha1: 'apiserver.orch.io/v1alpha1',
} as const satisfies Record<Version, string>

/** The group and version of a kind as the target's dialect spells them. */
export function spelledFor(
  kind: string,
  version: Version,
): { readonly group: string; readonly version: string } {
  const [group = '', spelled = ''] = apiVersionOf(kind, version).split('/')
  return { group, version: spelled }
}

/** The whole apiVersion of a kind as the dialect spells it, for a file whose kind is another or none. */
export function apiVersionOf(kind: string, version: Version): string {
  return targetDialect().apiVersion(kind, apiVersions[version])
}

/** The version of a kind in the group that is not its own; a dialect may have both versions in one group. */
export function inAnotherGroup(kind: string, version: Version): string {
  const legal = spelledFor(kind, version)
  const groups = Object.values(apiVersions).map((one) => targetDialect().text(one.split('/')[0] ?? ''))
  return `${groups.find((group) => group !== legal.group)}/${legal.version}`
}
