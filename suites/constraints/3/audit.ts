import type { ConstraintTable } from '../table.ts'

/** Constraints of the audit log and webhook. */
export const audit: ConstraintTable = {
  document: 3,
  section: 'Audit flags of the API server',
  constraints: [
    {
      kind: 'ignored-without',
      rows: ['batch options'],
      others: [
        { row: 'mode', of: '--audit-log' },
        { row: 'mode', of: '--audit-webhook' },
      ],
      says: 'The options of batches apply in batch mode alone.',
      rules: ['audit.flags.batch-options'],
    },
    {
      kind: 'ignored-without',
      rows: [
        { row: 'truncate-max-batch-size', of: '--audit-log' },
        { row: 'truncate-max-event-size', of: '--audit-log' },
      ],
      others: [{ row: 'truncate-enabled', of: '--audit-log' }],
      says: 'The two sizes of the log apply with truncation alone.',
      rules: ['flag.audit-log-truncate-enabled.off'],
    },
    {
      kind: 'ignored-without',
      rows: [
        { row: 'truncate-max-batch-size', of: '--audit-webhook' },
        { row: 'truncate-max-event-size', of: '--audit-webhook' },
      ],
      others: [{ row: 'truncate-enabled', of: '--audit-webhook' }],
      says: 'The two sizes of the webhook apply with truncation alone.',
      rules: ['flag.audit-webhook-truncate-enabled.off'],
    },
    {
      kind: 'governs',
      rows: ['--audit-log-path'],
      others: ['--audit-webhook-config-file'],
      says: 'Log and webhook work next to each other, each in its own mode.',
      rules: ['audit.events.both-places'],
    },
    {
      kind: 'ignored-without',
      rows: ['--audit-log-path'],
      others: ['--audit-policy-file'],
      says: 'With a path, requests are logged even without a policy.',
      rules: ['flag.audit-log-path.all-requests'],
    },
    {
      kind: 'governs',
      rows: ['--audit-log-maxbackup'],
      others: ['--audit-log-maxsize'],
      says: 'A rotated file is kept for as many rotations, and 0 is no limit.',
      rules: ['flag.audit-log-maxbackup.kept', 'flag.audit-log-maxsize.rotation'],
    },
    {
      kind: 'ignored-without',
      rows: ['--audit-log-compress'],
      others: ['--audit-log-maxsize'],
      says: 'Rotated files are compressed, and the current file is not.',
      rules: ['flag.audit-log-compress.gzip'],
    },
    {
      kind: 'governs',
      rows: ['--audit-log-maxage'],
      others: ['--audit-log-maxsize'],
      says: 'Rotated files that are older are removed.',
      rules: ['flag.audit-log-maxage.days'],
    },
    {
      kind: 'defaults-to',
      rows: [
        { row: 'batch-buffer-size', of: '--audit-webhook' },
        { row: 'batch-max-size', of: '--audit-webhook' },
        { row: 'batch-max-wait', of: '--audit-webhook' },
        { row: 'batch-throttle-burst', of: '--audit-webhook' },
        { row: 'batch-throttle-qps', of: '--audit-webhook' },
      ],
      others: ['audit webhook batch'],
      at: { section: 'Limits' },
      says: 'The webhook has numbers of its own for its batches.',
      rules: [
        'flag.audit-webhook-batch-buffer-size.default',
        'flag.audit-webhook-batch-max-size.default',
        'flag.audit-webhook-batch-max-wait.default',
        'flag.audit-webhook-batch-throttle-burst.default',
        'flag.audit-webhook-batch-throttle-qps.default',
      ],
    },
    {
      kind: 'defaults-to',
      rows: [
        { row: 'version', of: '--audit-log' },
        { row: 'version', of: '--audit-webhook' },
      ],
      others: ['audit serialization default'],
      at: { section: 'Versioning' },
      says: 'Events have this version unless another is set.',
      rules: ['flag.audit-log-version.default', 'flag.audit-webhook-version.default'],
    },
  ],
}
