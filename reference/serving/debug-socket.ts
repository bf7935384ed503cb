import { rmSync } from 'node:fs'
import { Refusal } from '../flags/refusal.ts'
import type { Quirks } from '../quirks/quirks.ts'
import { plainServer } from './plain-server.ts'
import { profilingRoute } from './profiling.ts'
import { route, router } from './router.ts'

/** Defects in serving profiles on a socket of their own. */
export type DebugSocketFault = 'debug-socket-missing' | 'debug-socket-protected' | 'debug-socket-serves-api'

/** Serves profiles to whoever reaches a unix socket; gives what removes it, throws a Refusal when there is no making it. */
export async function debugSocket(
  path: string | undefined,
  quirks: Quirks<DebugSocketFault>,
): Promise<() => void> {
  if (path === undefined || quirks.fault('debug-socket-missing')) return () => {}
  const api = route('GET', '/api', async () => ({ status: 200, body: {} }))
  const open = router([
    profilingRoute,
    (ask) => (ask.path === '/api' && quirks.fault('debug-socket-serves-api') ? api(ask) : undefined),
  ])
  const server = plainServer(
    async (ask) => (quirks.fault('debug-socket-protected') ? { status: 401 } : open(ask)),
    () => {},
  )
  // One that is left of an earlier life.
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Refusal(`--debug-socket-path: ${path} cannot be listened on (${error.code})`)),
    )
    server.listen(path, resolve)
  })
  server.unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
