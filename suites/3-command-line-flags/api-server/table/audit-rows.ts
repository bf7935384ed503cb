import type { Row } from './row.ts'

interface Suffix {
  readonly suffix: string
  readonly type: string
  /** The defaults in the family of the log and in that of the webhook. */
  readonly log?: string
  readonly webhook?: string
  readonly legal?: Row['legal']
}

/** What both families of audit flags have. */
const suffixes: readonly Suffix[] = [
  { suffix: 'batch-buffer-size', type: 'int', log: '10000', webhook: '10000', legal: 5000 },
  { suffix: 'batch-max-size', type: 'int', log: '1', webhook: '400', legal: 50 },
  { suffix: 'batch-max-wait', type: 'duration', webhook: '30s', legal: '5s' },
  { suffix: 'batch-throttle-burst', type: 'int', webhook: '15', legal: 20 },
  { suffix: 'batch-throttle-enable', type: 'bool', webhook: 'true', legal: false },
  { suffix: 'batch-throttle-qps', type: 'float', webhook: '10', legal: 2.5 },
  { suffix: 'mode', type: 'string', log: 'blocking', webhook: 'batch' },
  { suffix: 'truncate-enabled', type: 'bool', legal: true },
  { suffix: 'truncate-max-batch-size', type: 'int', log: '10485760', webhook: '10485760', legal: 5_000_000 },
  { suffix: 'truncate-max-event-size', type: 'int', log: '102400', webhook: '102400', legal: 50_000 },
  { suffix: 'version', type: 'string', log: 'audit.orch.io/v1', webhook: 'audit.orch.io/v1' },
]

function family(name: 'log' | 'webhook'): Row[] {
  return suffixes.map(({ suffix, type, legal, ...defaults }) => {
    const shown = defaults[name]
    return {
      flag: `--audit-${name}-${suffix}`,
      type,
      ...(shown !== undefined && { default: shown }),
      ...(legal !== undefined && { legal }),
    }
  })
}

/** The flags about audit events. */
export const auditRows: readonly Row[] = [
  { flag: '--audit-policy-file', type: 'string' },
  ...family('log'),
  ...family('webhook'),
  { flag: '--audit-log-path', type: 'string' },
  { flag: '--audit-log-format', type: 'string', default: 'json' },
  { flag: '--audit-log-compress', type: 'bool', legal: true },
  { flag: '--audit-log-maxage', type: 'int', legal: 7 },
  { flag: '--audit-log-maxbackup', type: 'int', legal: 3 },
  { flag: '--audit-log-maxsize', type: 'int', legal: 50 },
  { flag: '--audit-webhook-config-file', type: 'string' },
  { flag: '--audit-webhook-initial-backoff', type: 'duration', default: '10s', legal: '5s' },
]
