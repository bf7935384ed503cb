import { ApiError, failure } from './api-error.ts'
import type { Answer, ServerRequest, Handler } from './request.ts'

/** Returns the response of a handler, or a Status object if the handler throws. */
export async function handleRequest(
  handler: Handler,
  request: ServerRequest,
  report: (problem: string) => void,
): Promise<Answer> {
  try {
    return await handler(request)
  } catch (error) {
    if (error instanceof ApiError) return failure(error)
    const message = error instanceof Error ? error.message : String(error)
    report(`${request.method} ${request.path}: ${message}`)
    return failure(new ApiError(500, message))
  }
}

/** Returns the body of a complete response with its content type. */
export function completeBody({ body }: Answer): { readonly text: string; readonly contentType: string } {
  if (typeof body === 'string') return { text: body, contentType: 'text/plain; charset=utf-8' }
  return { text: body === undefined ? '' : `${JSON.stringify(body)}\n`, contentType: 'application/json' }
}
