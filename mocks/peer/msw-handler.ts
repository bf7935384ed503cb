/**
 * Request handler of [msw](https://mswjs.io) 2: `http.get('…', …)`. Declared by shape and not by msw's type, which
 * refers to browser types, which a strict project for Node does not have.
 */
export interface MswHandler {
  readonly info: { readonly header: string }
  readonly isUsed: boolean
  run(args: never): Promise<unknown>
}
