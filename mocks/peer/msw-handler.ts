/**
 * A request handler of [msw](https://mswjs.io) 2: `http.get('…', …)`. It is described by what handlers have, and not by
 * msw's own type, because that names types of browsers, which a strict project for Node has none of.
 */
export interface MswHandler {
  readonly info: { readonly header: string }
  readonly isUsed: boolean
  run(args: never): Promise<unknown>
}
