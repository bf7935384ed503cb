import type { FlagValues } from '../../flags/flag-values.ts'
import { ApiError } from '../../serving/api-error.ts'
import type { Handler, Step } from '../../serving/request.ts'
import { isProfiling, profilingRoute } from '../../serving/profiling.ts'
import type { Route } from '../../serving/router.ts'
import { fault } from '../../quirks/quirks.ts'
import { blockProfile } from './block-profile.ts'

/** Returns the profiling route if profiles are served; otherwise no route. */
export function profilingRoutes(flags: FlagValues): readonly Route[] {
  const isEnabled = flags.bool('profiling')
  const isContentionEnabled = flags.bool('contention-profiling')
  const isServed = (path: string) => {
    if (isEnabled) return !fault('profiling-missing')
    if (isContentionEnabled && path.endsWith('/block') && fault('contention-profiling-alone')) return true
    const isSubpath = !path.endsWith('/pprof/')
    return fault('profiling-always') || (isSubpath && fault('profiling-always-below'))
  }
  const blocks = blockProfile(flags)
  return [
    (request) =>
      isProfiling(request) && isServed(request.path)
        ? (blocks(request) ?? profilingRoute(request))
        : undefined,
  ]
}

/** Returns a step that has an effect only if a fault serves profiles to unauthorized users. */
export function unprotectedProfiling(): Step {
  return async (request, next: Handler) => {
    try {
      return await next(request)
    } catch (error) {
      const isDenied = error instanceof ApiError && (error.status === 401 || error.status === 403)
      const profile =
        isDenied && isProfiling(request) && fault('profiling-unprotected')
          ? profilingRoute(request)
          : undefined
      if (profile === undefined) throw error
      return profile
    }
  }
}
