import type { TlsOptions } from 'node:tls'
import type { Handler } from '../../serving/request.ts'
import type { RequestGate } from '../lifecycle/request-gate.ts'
import type { ActiveRequests } from '../lifecycle/active-requests.ts'
import type { Connections } from './connections.ts'
import type { Rates } from './throttle.ts'

/** Listener settings of a server. */
export interface ServerSettings {
  readonly tls: TlsOptions
  readonly http2: boolean
  /** Streams per connection announced to HTTP/2 clients; undefined for the default of the runtime. */
  readonly maxStreams?: number | undefined
  readonly rates: Rates
  readonly entrance: RequestGate
  readonly visitors: ActiveRequests
  readonly report: (problem: string) => void
}

/** Settings and services with which a server responds to requests. */
export interface Serving extends ServerSettings {
  readonly handler: Handler
  readonly connections: Connections
}
