import { currentCheck, HarnessError, nowMs, until } from '#kit'
import { inDialectForm } from '#kit/launch.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'

// Long enough for a server to create its namespaces after readiness.
const namespaceWithinMs = 15_000

/** Creates an object as the administrator, in the documents' words, and returns it as stored by the server. */
export async function createObject<T = Record<string, unknown>>(
  server: ApiServer,
  path: string,
  object: object,
): Promise<T> {
  currentCheck().needs('objects')
  const dialectBody = inDialectForm(server.dialect, object) as object
  const requestedAtMs = nowMs()
  let response = await server.request({ method: 'POST', path, body: dialectBody })
  const isMissing = (): boolean => response.status === 404 || response.status === 403
  if (isMissing()) {
    await until(
      async () => {
        response = await server.request({ method: 'POST', path, body: dialectBody })
        return !isMissing()
      },
      { withinMs: namespaceWithinMs, what: `POST ${path} found its namespace` },
    )
  }
  // The time limit of the server, which may be short, has passed.
  if (response.status === 504) currentCheck().timing.noteTimedOutWait(nowMs() - requestedAtMs)
  if (response.status !== 201) {
    throw new HarnessError(
      'untestable',
      `POST ${path} as the administrator answered ${response.status}: ${response.body.slice(0, 300)}`,
    )
  }
  return JSON.parse(response.body) as T
}

/** Deletes an object as the administrator. */
export async function deleteObject(server: ApiServer, path: string): Promise<void> {
  const { status, body } = await server.request({ method: 'DELETE', path })
  if (status >= 300) {
    throw new HarnessError(
      'untestable',
      `DELETE ${path} as the administrator answered ${status}: ${body.slice(0, 300)}`,
    )
  }
}
