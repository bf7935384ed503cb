import { fault } from '../../quirks/quirks.ts'
import type { Authenticated, Authenticator, RequestCredentials } from '../api/authenticator.ts'
import { ApiError } from '../../serving/api-error.ts'
import { user } from '../../serving/user.ts'

// Prefix of API paths. Probes request other paths without credentials.
const apiPrefix = '/api'

/** Conditions under which requests without credentials are accepted. */
export interface AnonymousSettings {
  readonly enabled: () => boolean
  /** Paths that accept such requests; undefined or empty means any path. */
  readonly paths?: readonly string[] | undefined
}

/** Authenticator for requests as `system:anonymous`. */
export interface Anonymous extends Authenticator {
  /** True if only some paths are permitted. */
  readonly conditional: boolean
}

/** Authenticates requests as `system:anonymous` if the settings permit it. */
export function anonymous(settings: AnonymousSettings): Anonymous {
  return {
    get conditional() {
      return (settings.paths ?? []).length > 0 && settings.enabled()
    },
    async authenticate(presented): Promise<Authenticated | undefined> {
      if (!settings.enabled() || !isPathAllowed(settings.paths ?? [], presented)) return undefined
      if ((presented.path === apiPrefix || (settings.paths ?? []).length > 0) && fault('anonymous-not-found'))
        throw new ApiError(404, `there is no ${presented.path}`)
      const username = fault('anonymous-user-name-wrong') ? 'anonymous' : 'system:anonymous'
      return { user: user(username, { groups: groups() }) }
    },
  }
}

function groups(): string[] {
  if (fault('anonymous-group-missing')) return []
  if (fault('anonymous-counts-as-authenticated')) {
    return ['system:unauthenticated', 'system:authenticated']
  }
  return ['system:unauthenticated']
}

function isPathAllowed(paths: readonly string[], { method, path, target }: RequestCredentials): boolean {
  if (paths.length === 0) return true
  const isWrite = !['GET', 'HEAD'].includes(method)
  if (isWrite && paths.includes(path) && fault('anonymous-writes-refused')) return false
  if (isWrite && fault('anonymous-writes-unconditional')) return true
  const effectivePaths =
    paths.length > 1 && fault('only-first-anonymous-condition-used') ? paths.slice(0, 1) : paths
  if (effectivePaths.includes(path)) {
    const isConditionFaulty =
      (effectivePaths.length > 1 && fault('all-anonymous-conditions-required')) ||
      (target !== path && fault('anonymous-path-compared-with-query'))
    return !isConditionFaulty
  }
  const matchesAnyPath = (test: (condition: string) => boolean) => effectivePaths.some(test)
  const lowerCasePath = path.toLowerCase()
  return (
    (matchesAnyPath(
      (condition) => path.startsWith(`${condition}/`) || (condition !== '' && path.startsWith(condition)),
    ) &&
      fault('anonymous-path-prefix-accepted')) ||
    (matchesAnyPath((condition) => condition.startsWith(path)) && fault('anonymous-parent-path-accepted')) ||
    (matchesAnyPath((condition) => condition.toLowerCase() === lowerCasePath) &&
      fault('anonymous-path-case-ignored')) ||
    (matchesAnyPath((condition) => `${condition}/` === path) &&
      fault('anonymous-path-trailing-slash-ignored')) ||
    fault('anonymous-conditions-ignored')
  )
}
