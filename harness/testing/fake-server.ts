import { currentCheck } from '../check/context.ts'
import { launching } from '../check/launching.ts'
import type { Flags } from '../launch/flags.ts'
import { type ApiServer, attemptApiServer } from '../programs/api-server.ts'

/** Returns one API server without storage for all checks of a file. */
export function fakeServer(flags: Flags = {}): () => Promise<ApiServer> {
  const { shared } = launching<object, ApiServer>({
    try: async (_spec, withinMs, pace) => {
      const options = { settings: currentCheck().settings, storage: 'http://127.0.0.1:1', flags }
      return { attempt: await attemptApiServer(options, withinMs, pace), release: async () => {} }
    },
  })
  return shared(() => ({}))
}
