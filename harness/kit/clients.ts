// Clients that see more of a connection than its response, imported as `#kit/clients.ts`.
export { firstResponse } from '../client/client-hello.ts'
export { type AgreedHandshake, type Handshake, handshake } from '../client/handshake.ts'
export { Http1Prober } from '../client/http1.ts'
export { Http2Prober } from '../client/http2.ts'
export type { HttpAnswer } from '../client/https.ts'
export {
  type AnsweredRequest as Answered,
  type ProbeOutcome,
  outcomeText,
  type ProbeRequest,
} from '../client/response.ts'
export type { ClientIdentity } from '../client/secure-context.ts'
export type { OpenStream } from '../client/stream.ts'
export { type OpenWatch, openWatch, type WatchTransport, watchTransports } from '../client/watch.ts'
