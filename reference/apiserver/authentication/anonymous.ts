import type { ServerQuirks } from '../faults.ts'
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
export function anonymous(settings: AnonymousSettings, quirks: ServerQuirks): Anonymous {
  return {
    get conditional() {
      return (settings.paths ?? []).length > 0 && settings.enabled()
    },
    async authenticate(presented): Promise<Authenticated | undefined> {
      if (!settings.enabled() || !isAllowed(settings.paths ?? [], presented, quirks)) return undefined
      if (
        (presented.path === api || (settings.paths ?? []).length > 0) &&
        quirks.fault('anonymous-not-found')
      )
        throw new ApiError(404, `there is no ${presented.path}`)
      const username = quirks.fault('anonymous-user-name-wrong') ? 'anonymous' : 'system:anonymous'
      return { user: user(username, { groups: groups(quirks) }) }
    },
  }
}

function groups(quirks: ServerQuirks): string[] {
  if (quirks.fault('anonymous-group-missing')) return []
  if (quirks.fault('anonymous-counts-as-authenticated')) {
    return ['system:unauthenticated', 'system:authenticated']
  }
  return ['system:unauthenticated']
}

function isAllowed(
  paths: readonly string[],
  { method, path, target }: RequestCredentials,
  quirks: ServerQuirks,
): boolean {
  if (paths.length === 0) return true
  const writes = !['GET', 'HEAD'].includes(method)
  if (writes && paths.includes(path) && quirks.fault('anonymous-writes-refused')) return false
  if (writes && quirks.fault('anonymous-writes-unconditional')) return true
  const considered =
    paths.length > 1 && quirks.fault('only-first-anonymous-condition-used') ? paths.slice(0, 1) : paths
  if (considered.includes(path)) {
    const spoilt =
      (considered.length > 1 && quirks.fault('all-anonymous-conditions-required')) ||
      (target !== path && quirks.fault('anonymous-path-compared-with-query'))
    return !spoilt
  }
  const some = (test: (condition: string) => boolean) => considered.some(test)
  const lower = path.toLowerCase()
  return (
    (some(
      (condition) => path.startsWith(`${condition}/`) || (condition !== '' && path.startsWith(condition)),
    ) &&
      quirks.fault('anonymous-path-prefix-accepted')) ||
    (some((condition) => condition.startsWith(path)) && quirks.fault('anonymous-parent-path-accepted')) ||
    (some((condition) => condition.toLowerCase() === lower) && quirks.fault('anonymous-path-case-ignored')) ||
    (some((condition) => `${condition}/` === path) &&
      quirks.fault('anonymous-path-trailing-slash-ignored')) ||
    quirks.fault('anonymous-conditions-ignored')
  )
}
