import { sharedServer } from '../../../shared/api-server.ts'

export const serverWithFlags = sharedServer(() => ({
  flags: {
    '--cors-allowed-origins': origins,
    '--strict-transport-security-directives': directives.join(','),
    '--max-connection-bytes-per-sec': bytesPerSecond,
  },
}))
export const plainServer = sharedServer(() => ({}))

/** Rate limit of the connection of a long-running request. */
export const bytesPerSecond = 150_000

/** Regular expressions with every combination of anchors. */
export const origins = [
  String.raw`^https://[a-z]+\.first\.example$`,
  String.raw`//second\.example(:|$)`,
  String.raw`^https?://third\.example$`,
  String.raw`^https://fourth\.example:`,
  String.raw`//fifth\.example$`,
]

/** Directives of RFC 6797. */
export const directives = ['max-age=31536000', 'includeSubDomains', 'preload']
