/**
 * Request handler of [msw](https://mswjs.io) 2: `http.get('…', …)`. Declared by shape, because msw's type refers to
 * browser types, which a strict project for Node does not have.
 */
export interface MswHandler {
  readonly info: { readonly header: string }
  readonly isUsed: boolean
  run(args: never): Promise<unknown>
}
