// A separate module, because a dynamic import of the library itself has no named exports in the bundle.
export { parse, stringify } from 'yaml'
