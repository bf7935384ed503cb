import { type Answer, honestly, status } from '../http/index.ts'

/** Rejects the first `times` batches with a status, then accepts them. */
export function failing(times: number, code = 500, then: Answer<string> = honestly): Answer<string> {
  let refusals = 0
  const refuse = status(code, 'not now')
  return (honest, request) => (refusals++ < times ? refuse() : then(honest, request))
}
