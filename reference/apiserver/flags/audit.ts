import { type Flag, type FlagType, flag } from '../../flags/flag.ts'

const modes = ['batch', 'blocking', 'blocking-strict']

/** Flags of each family: suffix, type, default of the log family, default of the webhook family, and purpose. */
const flagRows: readonly (readonly [string, FlagType, string | undefined, string | undefined, string])[] = [
  ['batch-buffer-size', 'int', '10000', '10000', 'events kept while batching'],
  ['batch-max-size', 'int', '1', '400', 'events per batch'],
  ['batch-max-wait', 'duration', undefined, '30s', 'age at which a batch goes out'],
  ['batch-throttle-burst', 'int', undefined, '15', 'batches sent at once'],
  ['batch-throttle-enable', 'bool', undefined, 'true', 'limits batches per second'],
  ['batch-throttle-qps', 'float', undefined, '10', 'batches per second'],
  ['mode', 'string', 'blocking', 'batch', 'whether responses wait for events'],
  ['truncate-enabled', 'bool', undefined, undefined, 'shortens large events and batches'],
  ['truncate-max-batch-size', 'int', '10485760', '10485760', 'bytes of a batch'],
  ['truncate-max-event-size', 'int', '102400', '102400', 'bytes of an event'],
  ['version', 'string', 'audit.orch.io/v1', 'audit.orch.io/v1', 'group and version of events'],
]

const flagsOfFamily = (family: 'log' | 'webhook'): Flag[] =>
  flagRows.map(([suffix, type, log, webhook, summary]) =>
    flag(`audit-${family}-${suffix}`, type, summary, {
      default: family === 'log' ? log : webhook,
      oneOf: suffix === 'mode' ? modes : undefined,
    }),
  )

/** Flags for audit events. */
export const auditFlags: readonly Flag[] = [
  flag('audit-policy-file', 'string', 'file that says what is recorded'),
  ...flagsOfFamily('log'),
  ...flagsOfFamily('webhook'),
  flag('audit-log-compress', 'bool', 'compresses rotated files'),
  flag('audit-log-format', 'string', 'form of log entries', { default: 'json', oneOf: ['json', 'legacy'] }),
  flag('audit-log-maxage', 'int', 'days a rotated file is kept'),
  flag('audit-log-maxbackup', 'int', 'rotated files kept, 0 for all'),
  flag('audit-log-maxsize', 'int', 'megabytes before rotation'),
  flag('audit-log-path', 'string', 'file of events, a dash for standard output'),
  flag('audit-webhook-config-file', 'string', 'client configuration of the audit webhook'),
  flag('audit-webhook-initial-backoff', 'duration', 'pause before the first retry', { default: '10s' }),
]
