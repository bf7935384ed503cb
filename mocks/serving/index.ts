export { type Answer, Answers, type Said } from './answers.ts'
export { issueServer, type Presented, sharedAuthority } from './certificate.ts'
export type { ClientSubject, HttpSeen, HttpSeenKind } from './http-seen.ts'
export { Incoming } from './incoming.ts'
export { Journal } from './journal.ts'
export {
  after,
  garbage,
  hangUp,
  honestly,
  json,
  malformed,
  redirect,
  silence,
  status,
  truncated,
  when,
  withHeaders,
} from './lies.ts'
export { issueClient } from './client.ts'
export { untilAsked } from './until-asked.ts'
export { listen, type Listener, type ListenerOptions } from './listener.ts'
