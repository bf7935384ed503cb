import type { Constraint } from '#kit/tables.ts'
import { constraintsOf, inSection, rowsOfOwner } from '../../between.ts'

const limits = inSection(3, 'Limits')
const versioning = inSection(3, 'Versioning')
const { ignoredWithout, governs, defaultsTo } = constraintsOf(3, 'Audit flags of the API server')

/** Constraints on the audit log and webhook. */
export const audit: readonly Constraint[] = [
  ignoredWithout('batch options', [
    rowsOfOwner('--audit-log', 'mode'),
    rowsOfOwner('--audit-webhook', 'mode'),
  ])
    .says('The options of batches apply in batch mode alone.')
    .by('audit.flags.batch-options'),
  ignoredWithout(
    rowsOfOwner('--audit-log', 'truncate-max-batch-size', 'truncate-max-event-size'),
    rowsOfOwner('--audit-log', 'truncate-enabled'),
  )
    .says('The two sizes of the log apply with truncation alone.')
    .by('flag.audit-log-truncate-enabled.off'),
  ignoredWithout(
    rowsOfOwner('--audit-webhook', 'truncate-max-batch-size', 'truncate-max-event-size'),
    rowsOfOwner('--audit-webhook', 'truncate-enabled'),
  )
    .says('The two sizes of the webhook apply with truncation alone.')
    .by('flag.audit-webhook-truncate-enabled.off'),
  governs('--audit-log-path', '--audit-webhook-config-file')
    .says('Log and webhook work next to each other, each in its own mode.')
    .by('audit.events.both-places'),
  ignoredWithout('--audit-log-path', '--audit-policy-file')
    .says('With a path, requests are logged even without a policy.')
    .by('flag.audit-log-path.all-requests'),
  governs('--audit-log-maxbackup', '--audit-log-maxsize')
    .says('A rotated file is kept for as many rotations, and 0 is no limit.')
    .by('flag.audit-log-maxbackup.kept', 'flag.audit-log-maxsize.rotation'),
  ignoredWithout('--audit-log-compress', '--audit-log-maxsize')
    .says('Rotated files are compressed, and the current file is not.')
    .by('flag.audit-log-compress.gzip'),
  governs('--audit-log-maxage', '--audit-log-maxsize')
    .says('Rotated files that are older are removed.')
    .by('flag.audit-log-maxage.days'),
  defaultsTo(
    rowsOfOwner(
      '--audit-webhook',
      'batch-buffer-size',
      'batch-max-size',
      'batch-max-wait',
      'batch-throttle-burst',
      'batch-throttle-qps',
    ),
    limits('audit webhook batch'),
  )
    .says('The webhook has separate limits for its batches.')
    .by(
      'flag.audit-webhook-batch-buffer-size.default',
      'flag.audit-webhook-batch-max-size.default',
      'flag.audit-webhook-batch-max-wait.default',
      'flag.audit-webhook-batch-throttle-burst.default',
      'flag.audit-webhook-batch-throttle-qps.default',
    ),
  defaultsTo(
    [rowsOfOwner('--audit-log', 'version'), rowsOfOwner('--audit-webhook', 'version')],
    versioning('audit serialization default'),
  )
    .says('Events have this version unless another is set.')
    .by('flag.audit-log-version.default', 'flag.audit-webhook-version.default'),
]
