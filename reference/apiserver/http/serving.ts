import type { TlsOptions } from 'node:tls'
import type { Handler } from '../../serving/ask.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Entrance } from '../lifecycle/entrance.ts'
import type { Visitors } from '../lifecycle/visitors.ts'
import type { Connections } from './connections.ts'
import type { Rates } from './throttle.ts'

/** Listener settings of a server. */
export interface ServerSettings {
  readonly tls: TlsOptions
  readonly http2: boolean
  /** Streams per connection announced to HTTP/2 clients; undefined for the default of the runtime. */
  readonly maxStreams?: number | undefined
  readonly quirks: ServerQuirks
  readonly rates: Rates
  readonly entrance: Entrance
  readonly visitors: Visitors
  readonly report: (problem: string) => void
}

/** Services of a request handler of this server in addition to its request. */
export interface Serving extends ServerSettings {
  readonly handler: Handler
  readonly connections: Connections
}
