import type { FlagRow } from '../row/flag-row.ts'

/** Flags of listening, TLS and limits. */
export const servingRows: readonly FlagRow[] = [
  { flag: '--advertise-address', type: 'string' },
  { flag: '--bind-address', type: 'string', default: '0.0.0.0' },
  { flag: '--cert-dir', type: 'string', default: '/var/run/orch' },
  { flag: '--contention-profiling', type: 'bool', legal: true },
  { flag: '--cors-allowed-origins', type: 'strings' },
  { flag: '--disable-http2-serving', type: 'bool', default: 'false', legal: true },
  { flag: '--enable-priority-and-fairness', type: 'bool', default: 'true', legal: false },
  { flag: '--external-hostname', type: 'string' },
  { flag: '--max-connection-bytes-per-sec', type: 'int', legal: 1_000_000 },
  { flag: '--permit-address-sharing', type: 'bool', default: 'false', legal: true },
  { flag: '--permit-port-sharing', type: 'bool', default: 'false', legal: true },
  { flag: '--secure-port', isNeeded: true, type: 'int', default: '6443' },
  { flag: '--strict-transport-security-directives', type: 'strings' },
  { flag: '--tls-cert-file', type: 'string' },
  { flag: '--tls-cipher-suites', type: 'strings' },
  {
    flag: '--tls-min-version',
    type: 'string',
    takes: {
      says: 'The TLS versions are VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13.',
      legal: ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
      wrong: { 'a version that does not exist': 'VersionTLS14', 'a version without its prefix': 'TLS12' },
      about: 'version',
    },
  },
  { flag: '--tls-private-key-file', type: 'string' },
  { flag: '--tls-sni-cert-key', type: 'string' },
]
