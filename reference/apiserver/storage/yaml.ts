// Separate module, because a bundle of the library itself has no names if it is loaded late.
export { parse, stringify } from 'yaml'
