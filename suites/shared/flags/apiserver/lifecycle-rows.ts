import type { FlagRow } from '../row/flag-row.ts'
import { wrongValues } from '../row/wrong-values.ts'

/** Flags of start-up, shutdown and request serving. */
export const lifecycleRows: readonly FlagRow[] = [
  { flag: '--debug-socket-path', type: 'string', legal: 'debug.sock' },
  { flag: '--goaway-chance', type: 'float', legal: 0.001 },
  { flag: '--http2-max-streams-per-connection', type: 'int', legal: 50 },
  { flag: '--livez-grace-period', isNeeded: true, type: 'duration', legal: '10s' },
  { flag: '--max-mutating-requests-inflight', type: 'int', default: '200', legal: 100 },
  { flag: '--max-requests-inflight', type: 'int', default: '400', legal: 300 },
  {
    flag: '--min-request-timeout',
    type: 'int',
    default: '1800',
    legal: 900,
    mistyped: { ...wrongValues.int, 'a duration': '30m' },
  },
  { flag: '--profiling', type: 'bool', default: 'true', legal: false },
  { flag: '--request-timeout', type: 'duration', default: '1m0s', legal: '30s' },
  { flag: '--shutdown-delay-duration', type: 'duration', legal: '1s' },
  { flag: '--shutdown-send-retry-after', type: 'bool', legal: true },
  {
    flag: '--shutdown-watch-termination-grace-period',
    type: 'duration',
    legal: '1s',
    refusal: 'lifecycle-flags-refused',
  },
  {
    flag: '--storage-initialization-timeout',
    isNeeded: true,
    type: 'duration',
    default: '1m0s',
    legal: '20s',
  },
]
