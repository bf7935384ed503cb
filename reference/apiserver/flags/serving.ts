import { flag } from '../../flags/flag.ts'
import { cipherSuites } from '../../flags/cipher-suites.ts'

/** Flags for listening, TLS, limits and shutdown. */
export const servingFlags = [
  flag('advertise-address', 'string', 'address that members of the cluster are told'),
  flag('bind-address', 'string', 'address to listen on', { default: '0.0.0.0' }),
  flag('cert-dir', 'string', 'where generated certificates are put', { default: '/var/run/orch' }),
  flag('cors-allowed-origins', 'strings', 'origins that browsers may call from, as regular expressions'),
  flag('disable-http2-serving', 'bool', 'speaks HTTP/1.1 only', { default: 'false' }),
  flag('external-hostname', 'string', 'host name to write into URLs'),
  flag('goaway-chance', 'float', 'share of HTTP/2 requests that are told to reconnect, 0.02 at most'),
  flag('http2-max-streams-per-connection', 'int', 'stream limit told to HTTP/2 clients'),
  flag('livez-grace-period', 'duration', 'time in which unfinished start hooks count as alive'),
  flag('max-connection-bytes-per-sec', 'int', 'throttle for long-running connections'),
  flag('max-mutating-requests-inflight', 'int', 'writing requests at a time', { default: '200' }),
  flag('max-requests-inflight', 'int', 'reading requests at a time', { default: '400' }),
  flag('min-request-timeout', 'int', 'seconds a watch stays open at least', { default: '1800' }),
  flag('permit-address-sharing', 'bool', 'listens with SO_REUSEADDR', { default: 'false' }),
  flag('permit-port-sharing', 'bool', 'listens with SO_REUSEPORT', { default: 'false' }),
  flag('request-timeout', 'duration', 'time a request may take', { default: '1m0s' }),
  flag('secure-port', 'int', 'HTTPS port', { default: '6443', range: [1, 65_535] }),
  flag('shutdown-delay-duration', 'duration', 'pause between being told to end and ending'),
  flag('shutdown-send-retry-after', 'bool', 'answers 429 to newcomers while ending'),
  flag('shutdown-watch-termination-grace-period', 'duration', 'patience with open watches while ending'),
  flag('strict-transport-security-directives', 'strings', 'HSTS directives'),
  flag('tls-cert-file', 'string', 'serving certificate'),
  flag('tls-cipher-suites', 'strings', 'permitted cipher suites', { oneOf: cipherSuites }),
  flag('tls-min-version', 'string', 'oldest TLS version', {
    oneOf: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
  }),
  flag('tls-private-key-file', 'string', 'key of the serving certificate'),
  flag('tls-sni-cert-key', 'string', 'certificate and key for some host names'),
]
