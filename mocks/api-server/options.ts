import type { ListenerOptions } from '../http/index.ts'
import type { Author } from './objects/prepare.ts'
import type { Resource } from './resources/resource.ts'

/** Listener and content options of an API server. */
export interface ApiServerOptions extends ListenerOptions {
  /**
   * True for HTTPS. Default: false, unlike other peers, because clients start sooner over plain HTTP. Clients then send
   * no credentials.
   */
  readonly tls?: boolean
  /** Resources in addition to the built-in resources, made by `resource({…})`. */
  readonly resources?: readonly Resource[]
  /** Bearer tokens and their users. Every user may do everything; the journal records the user. */
  readonly users?: Readonly<Record<string, Author>>
  /** Domain of the API groups; default `k8s.io`. */
  readonly groupDomain?: string
  /** Version at `/version`; default `v1.34.0`. */
  readonly version?: string
  /** Issuer of service account tokens. */
  readonly tokenIssuer?: string
  /** Interval of bookmarks for a watch that requests them, in milliseconds; default a minute. */
  readonly bookmarkEveryMs?: number
}
