import type { ListenerOptions } from '../http/index.ts'
import type { Author } from './objects/prepare.ts'
import type { Resource } from './resources/resource.ts'

/** How an API server is reached and what it offers. */
export interface ApiServerOptions extends ListenerOptions {
  /** Default false, unlike other peers: over plain HTTP clients send no credentials, and start sooner. */
  readonly tls?: boolean
  /** Resources beside the built-in ones, made by `resource({…})`. */
  readonly resources?: readonly Resource[]
  /** Bearer tokens and whom they belong to. Everybody may do everything; the journal says who did. */
  readonly users?: Readonly<Record<string, Author>>
  /** The domain below which API groups stand; default `k8s.io`. */
  readonly groupDomain?: string
  /** What `/version` tells; default `v1.34.0`. */
  readonly version?: string
  /** The issuer of service account tokens. */
  readonly tokenIssuer?: string
  /** How often a watch that wants bookmarks gets one, in milliseconds; default a minute. */
  readonly bookmarkEveryMs?: number
}
