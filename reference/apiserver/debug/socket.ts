import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { Refusal } from '../../refusal.ts'
import type { ServerQuirks } from '../faults.ts'
import { makeAsk } from '../http/make-ask.ts'
import { route, router } from '../http/router.ts'
import { settle, wholeBody } from '../http/settle.ts'
import { profilingRoute } from './profiling.ts'

/** Serves profiles to whoever reaches a unix socket; gives what removes it, throws a Refusal when there is no making it. */
export async function debugSocket(path: string | undefined, quirks: ServerQuirks): Promise<() => void> {
  if (path === undefined || quirks.fault('debug-socket-missing')) return () => {}
  const api = route('GET', '/api', async () => ({ status: 200, body: {} }))
  const handler = router([
    profilingRoute,
    (ask) => (ask.path === '/api' && quirks.fault('debug-socket-serves-api') ? api(ask) : undefined),
  ])
  const server = createServer((request, response) => {
    const ask = makeAsk(request, 'http/1.1', performance.now(), new AbortController().signal)
    const answered = quirks.fault('debug-socket-protected')
      ? Promise.resolve({ status: 401 })
      : settle(handler, ask, () => {})
    void answered.then((answer) => {
      const { text, contentType } = wholeBody(answer)
      response.writeHead(answer.status, { 'content-type': contentType }).end(text)
    })
  })
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
