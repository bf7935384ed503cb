import type { Http2SecureServer, ServerHttp2Session } from 'node:http2'
import type { Server } from 'node:https'
import type { Lifecycle } from './lifecycle.ts'
import type { Store } from './storage/store.ts'

/** On SIGTERM or SIGINT, stops taking connections, finishes what is under way and lets the process end with 0. */
export function terminate(server: Http2SecureServer | Server, store: Store, lifecycle: Lifecycle): void {
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  const end = () => {
    if (lifecycle.state === 'draining') return
    lifecycle.drain()
    server.close(() => {
      store.close()
      // Whatever else still runs in the background must not hold up the end.
      process.exit(0)
    })
    for (const session of sessions) session.close()
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
