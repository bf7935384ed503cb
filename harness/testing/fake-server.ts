import { afterAll, inject } from 'vitest'
import { currentCheck } from '../check/context.ts'
import type { ApiServer } from '../launch/api-server.ts'
import { ProgramSubject } from '../launch/evidence-of.ts'
import { startApiServer } from '../launch/start.ts'

/** One API server without storage for all checks of a file. */
export function fakeServer(): () => Promise<ApiServer> {
  let started: Promise<ApiServer> | undefined
  afterAll(async () => {
    await started?.then(
      (server) => server.stop(),
      () => {},
    )
    started = undefined
  })
  return async () => {
    started ??= startApiServer({ settings: inject('settings'), storage: 'http://127.0.0.1:1' })
    const server = await started
    const { program, timeline, directory, command } = server
    currentCheck()?.subjects.add(
      new ProgramSubject('apiserver', { program, timeline, peers: [], workspace: directory, command }),
    )
    return server
  }
}
