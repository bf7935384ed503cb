import { file } from '#kit/launch.ts'
import { auditPolicy } from '../../audit/policy.ts'
import type { FlagRow, TakenValues } from '../row/flag-row.ts'
import { auditWebhookFile } from './audit-webhook-file.ts'

interface Suffix {
  readonly suffix: string
  readonly type: string
  /** Defaults in the log family and in the webhook family. */
  readonly log?: string
  readonly webhook?: string
  readonly legal?: FlagRow['legal']
}

/** Flags of both audit families. */
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

/** Families whose rows have the same key. */
const auditFamilies = ['--audit-log', '--audit-webhook'] as const

const log = { '--audit-log-path': 'audit.log' }
// A server that waits for a receiver without a mock would not become ready.
const unrecorded = file('audit-policy.yaml', auditPolicy([{ level: 'None' }]))

const modes = (of: string, beside: TakenValues['beside'] = {}): TakenValues => ({
  says: `The modes of the audit ${of} are batch, blocking, blocking-strict.`,
  legal: ['batch', 'blocking', 'blocking-strict'],
  wrong: { 'a mode that does not exist': 'sometimes', 'a mode in upper case': 'BATCH' },
  about: 'mode',
  beside,
})
const taken: Readonly<Record<string, TakenValues>> = {
  '--audit-log-mode': modes('log', log),
  '--audit-webhook-mode': modes('webhook', {
    '--audit-webhook-config-file': auditWebhookFile,
    '--audit-policy-file': unrecorded,
  }),
}

const families = auditFamilies.flatMap((family) =>
  suffixes.map(({ suffix, type, legal, ...defaults }): FlagRow => {
    const flag = `${family}-${suffix}` as const
    const shown = family === '--audit-log' ? defaults.log : defaults.webhook
    const takes = taken[flag]
    return {
      flag,
      type,
      ...(shown !== undefined && { default: shown }),
      ...(legal !== undefined && { legal }),
      ...(takes !== undefined && { takes }),
    }
  }),
)

/** Flags of audit events. */
export const auditRows: readonly FlagRow[] = [
  { flag: '--audit-policy-file', type: 'string' },
  ...families,
  { flag: '--audit-log-path', type: 'string' },
  {
    flag: '--audit-log-format',
    type: 'string',
    default: 'json',
    takes: {
      says: 'The formats of the audit log are json, legacy.',
      legal: ['json', 'legacy'],
      wrong: { 'a format that does not exist': 'xml' },
      about: 'format',
      beside: log,
    },
  },
  { flag: '--audit-log-compress', type: 'bool', legal: true },
  { flag: '--audit-log-maxage', type: 'int', legal: 7 },
  { flag: '--audit-log-maxbackup', type: 'int', legal: 3 },
  { flag: '--audit-log-maxsize', type: 'int', legal: 50 },
  { flag: '--audit-webhook-config-file', type: 'string' },
  { flag: '--audit-webhook-initial-backoff', type: 'duration', default: '10s', legal: '5s' },
]
