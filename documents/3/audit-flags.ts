import { all, keys, sentences } from '../rows.ts'
import type { Section } from '../shape.ts'
import { audit as between } from './between/audit.ts'

const families = ['--audit-log', '--audit-webhook']

export const auditFlags: Section = {
  document: 3,
  section: 'Audit flags of the API server',
  rows: [
    ...families.flatMap((of) =>
      all(
        { of },
        keys(
          'batch-buffer-size',
          'batch-max-size',
          'batch-max-wait',
          'batch-throttle-burst',
          'batch-throttle-enable',
          'batch-throttle-qps',
          'mode',
          'truncate-enabled',
          'truncate-max-batch-size',
          'truncate-max-event-size',
          'version',
        ),
      ),
    ),
    ...sentences(
      '--audit-policy-file',
      'batch options',
      'modes',
      'truncation',
      '--audit-log-path',
      '--audit-log-format',
      '--audit-log-compress',
      '--audit-log-maxage',
      '--audit-log-maxbackup',
      '--audit-log-maxsize',
      '--audit-webhook-config-file',
      '--audit-webhook-initial-backoff',
    ),
  ],
  between,
}
