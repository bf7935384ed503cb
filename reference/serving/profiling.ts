import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, ServerRequest } from './request.ts'
import type { Route } from './router.ts'

const root = '/debug/pprof'

const profiles: Readonly<Record<string, (request: ServerRequest) => Promise<string | object>>> = {
  cmdline: async () => process.argv.join('\0'),
  heap: async () => process.memoryUsage(),
  goroutine: async () => process.getActiveResourcesInfo(),
  async profile({ query }) {
    const usageBefore = process.cpuUsage()
    await pause(Math.min(30, Number(query.get('seconds') ?? 1) || 1) * 1000)
    return process.cpuUsage(usageBefore)
  },
}

/** Serves the profiles of this process and their index. Returns undefined for any other path. */
export const profilingRoute: Route = (request) => {
  if (!isProfiling(request)) return undefined
  const name = request.path.slice(root.length + 1)
  const index = async () => `${Object.keys(profiles).join('\n')}\n`
  const profile = name === '' ? index : profiles[name]
  if (profile === undefined) return undefined
  return profile(request).then((body): Answer => ({ status: 200, body }))
}

/** Reports whether a request is for profiles. */
export function isProfiling({ path }: ServerRequest): boolean {
  return path === root || path.startsWith(`${root}/`)
}
