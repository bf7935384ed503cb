import type { Answer } from './request.ts'

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

/** Error of a request that cannot be carried out. It is sent as a Status object with the HTTP status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string

  constructor(status: number, message: string, reason?: string) {
    super(message)
    this.status = status
    this.reason = reason ?? reasons[status] ?? ''
  }
}

/** Returns the response to a failure: a Status object. */
export function failure({ status, message, reason }: ApiError): Answer {
  const body = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code: status,
  }
  return { status, body }
}
