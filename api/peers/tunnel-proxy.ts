export * from '#mocks/tunnel-proxy/index.ts'
export type { Answer, Stall } from '#mocks/peer/index.ts'
export type { ClientSubject, Presented } from '#mocks/tls/index.ts'
export { type Certified, type Trust, trust } from '../trust.ts'
export type {
  /** @deprecated Use `TunnelRequest`. */
  TunnelRequest as TunnelSeen,
} from '#mocks/tunnel-proxy/index.ts'
