import type { Answer, ServerRequest, Handler } from './request.ts'
import { ApiError } from './api-error.ts'

/** Endpoint that responds to requests with its method and path, and returns undefined for other requests. */
export type Route = (send: ServerRequest) => Promise<Answer> | undefined

/** Returns a route of one exact path. */
export function route(method: string, path: string, handler: Handler): Route {
  return (request) => (request.method === method && request.path === path ? handler(request) : undefined)
}

/** Passes each request to the first route that accepts it. Responds with 404 when none does. */
export function router(routes: readonly Route[]): Handler {
  return async (request) => {
    for (const candidate of routes) {
      const answer = candidate(request)
      if (answer !== undefined) return answer
    }
    throw new ApiError(404, `${request.path}: there is nothing here`)
  }
}
