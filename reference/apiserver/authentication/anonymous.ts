import { fault } from '../../quirks/quirks.ts'
import type { Authenticated, Authenticator, RequestCredentials } from '../api/authenticator.ts'
import { ApiError } from '../../serving/api-error.ts'
import { user } from '../../serving/user.ts'

// Other paths are requested by probes without credentials.
const api = '/api'

/** Conditions for requests without credentials. */
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
      if (!settings.enabled() || !isAllowed(settings.paths ?? [], presented)) return undefined
      if ((presented.path === api || (settings.paths ?? []).length > 0) && fault('anonymous-not-found'))
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

function isAllowed(paths: readonly string[], { method, path, target }: RequestCredentials): boolean {
  if (paths.length === 0) return true
  const writes = !['GET', 'HEAD'].includes(method)
  if (writes && paths.includes(path) && fault('anonymous-writes-refused')) return false
  if (writes && fault('anonymous-writes-unconditional')) return true
  const considered =
    paths.length > 1 && fault('only-first-anonymous-condition-used') ? paths.slice(0, 1) : paths
  if (considered.includes(path)) {
    const corrupted =
      (considered.length > 1 && fault('all-anonymous-conditions-required')) ||
      (target !== path && fault('anonymous-path-compared-with-query'))
    return !corrupted
  }
  const some = (test: (condition: string) => boolean) => considered.some(test)
  const lower = path.toLowerCase()
  return (
    (some(
      (condition) => path.startsWith(`${condition}/`) || (condition !== '' && path.startsWith(condition)),
    ) &&
      fault('anonymous-path-prefix-accepted')) ||
    (some((condition) => condition.startsWith(path)) && fault('anonymous-parent-path-accepted')) ||
    (some((condition) => condition.toLowerCase() === lower) && fault('anonymous-path-case-ignored')) ||
    (some((condition) => `${condition}/` === path) && fault('anonymous-path-trailing-slash-ignored')) ||
    fault('anonymous-conditions-ignored')
  )
}
