import { existsSync, rmSync } from 'node:fs'
import { Refusal } from '../flags/refusal.ts'
import { fault } from '../quirks/quirks.ts'
import { createPlainServer } from './plain-server.ts'
import { profilingRoute } from './profiling.ts'
import { route, router } from './router.ts'

/** Faults of the separate socket for profiles. */
export type DebugSocketFault =
  | 'debug-socket-missing'
  | 'debug-socket-protected'
  | 'debug-socket-serves-api'
  | 'debug-socket-left-stays'

/**
 * Serves profiles to every client of a unix socket. Returns a function that removes the socket. Throws a Refusal when
 * the socket cannot be created.
 */
export async function serveDebugSocket(path: string | undefined): Promise<() => void> {
  if (path === undefined || fault('debug-socket-missing')) return () => {}
  const apiRoute = route('GET', '/api', async () => ({ status: 200, body: {} }))
  const socketRouter = router([
    profilingRoute,
    (request) =>
      request.path === '/api' && fault('debug-socket-serves-api') ? apiRoute(request) : undefined,
  ])
  const server = createPlainServer(
    async (request) => (fault('debug-socket-protected') ? { status: 401 } : socketRouter(request)),
    () => {},
  )
  // Removes a socket that an earlier process left.
  const isLeft = existsSync(path) && fault('debug-socket-left-stays')
  if (!isLeft) rmSync(path, { force: true })
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
