export type { Answer } from './response.ts'
export type { HttpJournalEntry, HttpJournalKind } from './request.ts'
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
} from './faults.ts'
export { listen, type Listener, type ListenerOptions } from './listener.ts'
export { separateClients, PathHost } from './path-host.ts'
