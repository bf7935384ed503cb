export * from '#mocks/api-server/index.ts'
export type { HttpSeen, HttpSeenKind, Listener, ListenerOptions } from '#mocks/http/index.ts'
export type { ClientSubject, Presented } from '#mocks/tls/index.ts'
export { type Certified, type Trust, trust } from '../trust.ts'
