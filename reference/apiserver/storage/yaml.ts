// A module of our own: what a bundle makes of the library itself has no names when it is loaded late.
export { parse, stringify } from 'yaml'
