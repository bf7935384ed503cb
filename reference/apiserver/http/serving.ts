import type { TlsOptions } from 'node:tls'
import type { Handler } from '../../serving/ask.ts'
import type { ServerQuirks } from '../faults.ts'
import type { Entrance } from '../lifecycle/entrance.ts'
import type { Visitors } from '../lifecycle/visitors.ts'
import type { Connections } from './connections.ts'
import type { Rates } from './throttle.ts'

/** How a server listens. */
export interface ServerSettings {
  readonly tls: TlsOptions
  readonly http2: boolean
  /** Streams per connection that HTTP/2 clients are told; undefined for the runtime's default. */
  readonly maxStreams?: number | undefined
  readonly quirks: ServerQuirks
  readonly rates: Rates
  readonly entrance: Entrance
  readonly visitors: Visitors
  readonly report: (problem: string) => void
}

/** What a request handler of this server needs beside its request. */
export interface Serving extends ServerSettings {
  readonly handler: Handler
  readonly connections: Connections
}
