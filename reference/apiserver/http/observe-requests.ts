import type { Step } from '../../serving/request.ts'
import type { Metrics } from '../../serving/metrics.ts'
import { handleRequest } from '../../serving/handle-request.ts'
import type { Log } from '../log.ts'
import { attributesOf } from '../api/attributes.ts'

const verbs: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT' }

/** Log levels of request lines and of headers. */
const levels = { request: 3, headers: 6 } as const

/** Counts every request, and logs it if the log level includes it. */
export function observeRequests(metrics: Metrics, log: Log): Step {
  return async (request, next) => {
    const answer = await handleRequest(next, request, log.error)
    const { verb } = attributesOf(request)
    const labels = { verb: verbs[verb] ?? verb.toUpperCase(), code: String(answer.status) }
    metrics.count('apiserver_request_total', 'Requests by verb and status.', labels)
    metrics.count('apiserver_request_headers_total', 'Requests by the number of their headers.', {
      headers: String(request.headerLines.length),
    })
    log.info(levels.request, `${request.method} ${request.target} ${answer.status}`)
    log.info(levels.headers, `${request.method} ${request.path} had ${request.headerLines.length} headers`)
    if (answer.status === 401) log.error(`${request.method} ${request.path}: the credentials are no good`)
    return answer
  }
}
