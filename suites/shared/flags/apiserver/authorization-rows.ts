import type { FlagRow } from '../row/flag-row.ts'

/** Flags of authorization. */
export const authorizationRows: readonly FlagRow[] = [
  { flag: '--authorization-config', type: 'string' },
  { flag: '--authorization-mode', type: 'strings' },
  { flag: '--authorization-policy-file', type: 'string' },
  { flag: '--authorization-webhook-cache-authorized-ttl', type: 'duration', default: '5m0s', legal: '1m' },
  { flag: '--authorization-webhook-cache-unauthorized-ttl', type: 'duration', default: '30s', legal: '20s' },
  { flag: '--authorization-webhook-config-file', type: 'string' },
  { flag: '--authorization-webhook-version', type: 'string', default: 'v1beta1' },
]
