import { type Answer, honestly, status } from '../http/index.ts'

/** Rejects so many batches, with a status, before it accepts them. */
export function failing(times: number, code = 500, then: Answer<string> = honestly): Answer<string> {
  let failed = 0
  const refuse = status(code, 'not now')
  return (honest, request) => (failed++ < times ? refuse() : then(honest, request))
}
