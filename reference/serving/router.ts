import type { Answer, Ask, Handler } from './request.ts'
import { ApiError } from './api-error.ts'

/** Endpoint: responds to requests of a method whose path matches, and returns undefined for any other. */
export type Route = (ask: Ask) => Promise<Answer> | undefined

/** Returns a route of one exact path. */
export function route(method: string, path: string, handler: Handler): Route {
  return (ask) => (ask.method === method && ask.path === path ? handler(ask) : undefined)
}

/** Passes each request to the first route that accepts it. Responds with 404 when none does. */
export function router(routes: readonly Route[]): Handler {
  return async (ask) => {
    for (const take of routes) {
      const answer = take(ask)
      if (answer !== undefined) return answer
    }
    throw new ApiError(404, `${ask.path}: there is nothing here`)
  }
}
