import { setTimeout as pause } from 'node:timers/promises'
import type { FlagValues } from '../../flags/flag-values.ts'
import type { ServerQuirks } from '../faults.ts'
import { ApiError } from '../http/api-error.ts'
import type { Answer, Ask, Handler, Step } from '../http/ask.ts'
import type { Route } from '../http/router.ts'

const root = '/debug/pprof'

const profiles: Readonly<Record<string, (ask: Ask) => Promise<string | object>>> = {
  cmdline: async () => process.argv.join('\0'),
  heap: async () => process.memoryUsage(),
  goroutine: async () => process.getActiveResourcesInfo(),
  async profile({ query }) {
    const before = process.cpuUsage()
    await pause(Math.min(30, Number(query.get('seconds') ?? 1) || 1) * 1000)
    return process.cpuUsage(before)
  },
}

/** The profiles of this process and their index; undefined for any other path. */
export const profilingRoute: Route = (ask) => {
  if (!isProfiling(ask)) return undefined
  const name = ask.path.slice(root.length + 1)
  const index = async () => `${Object.keys(profiles).join('\n')}\n`
  const profile = name === '' ? index : profiles[name]
  if (profile === undefined) return undefined
  return profile(ask).then((body): Answer => ({ status: 200, body }))
}

/** The profiling route when it is served; nothing otherwise. */
export function profilingRoutes(flags: FlagValues, quirks: ServerQuirks): readonly Route[] {
  const isOn = flags.bool('profiling')
  const isServed = () => (isOn ? !quirks.fault('profiling-missing') : quirks.fault('profiling-always'))
  return [(ask) => (isProfiling(ask) && isServed() ? profilingRoute(ask) : undefined)]
}

/** Does nothing but where profiles are served to those who may not see them. */
export function unprotectedProfiling(quirks: ServerQuirks): Step {
  return async (ask, next: Handler) => {
    try {
      return await next(ask)
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
      const profile =
        refused && isProfiling(ask) && quirks.fault('profiling-unprotected') ? profilingRoute(ask) : undefined
      if (profile === undefined) throw error
      return profile
    }
  }
}

function isProfiling({ path }: Ask): boolean {
  return path === root || path.startsWith(`${root}/`)
}
