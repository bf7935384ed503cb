export type { Answer } from './answer.ts'
export type { HttpSeen, HttpSeenKind } from './http-seen.ts'
export { Incoming } from './incoming.ts'
export {
  after,
  garbage,
  hangUp,
  honestly,
  json,
  malformed,
  redirect,
  silence,
  type Stall,
  stall,
  status,
  truncated,
  when,
  where,
  withHeaders,
} from './lies.ts'
export { listen, type Listener, type ListenerOptions } from './listener.ts'
export { apart, PathHost } from './path-host.ts'
