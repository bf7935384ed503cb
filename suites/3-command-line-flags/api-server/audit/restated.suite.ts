import { rulesOf } from '#kit'

const { excluded } = rulesOf({ document: 3, section: 'Events' })

/** Statements that only repeat or combine rows of the audit flags. */
const restatedRules = [
  {
    id: 'audit.flags.modes',
    section: 'Audit flags of the API server',
    row: 'modes',
    says: 'There are three modes, and each says whether an answer waits for its event.',
    judgedBy: 'flag.audit-*-mode.values, .batch, .blocking and .blocking-strict',
  },
  {
    id: 'audit.flags.truncation',
    section: 'Audit flags of the API server',
    row: 'truncation',
    says: 'Events and batches over their maximum are truncated, split or discarded.',
    judgedBy:
      'flag.audit-*-truncate-enabled.off, .truncate-max-event-size.objects and .discarded, and .truncate-max-batch-size.split',
  },
  {
    id: 'audit.limits.truncation',
    section: 'Limits',
    row: 'audit truncation',
    says: 'The default maximum is 10485760 bytes for a batch and 102400 for an event.',
    judgedBy: 'flag.audit-*-truncate-max-batch-size.help, .truncate-max-event-size.help and .default',
  },
  {
    id: 'audit.limits.webhook-batch',
    section: 'Limits',
    row: 'audit webhook batch',
    says: 'The defaults of batches to the webhook are 400 events, 10000 in the buffer, 30s, a burst of 15 and 10 a second.',
    judgedBy: 'flag.audit-webhook-batch-*.help and .default',
  },
  {
    id: 'audit.events.serialization',
    section: 'Events',
    row: 'audit serialization',
    says: 'Events are serialized with the group and version that the flags name.',
    judgedBy: 'flag.audit-*-version.default and .known',
  },
  {
    id: 'audit.events.log-format',
    section: 'Events',
    row: 'audit log format',
    says: 'The log has the format json or legacy.',
    judgedBy: 'flag.audit-log-format.json, .legacy and .values',
  },
  {
    id: 'audit.versioning.serialization-default',
    section: 'Versioning',
    row: 'audit serialization default',
    says: 'Events are serialized as audit.orch.io/v1 by default.',
    judgedBy: 'flag.audit-*-version.default and .help',
  },
] as const

for (const { id, section, row, says, judgedBy } of restatedRules) {
  excluded(
    id,
    { section, row: row },
    says,
    `The same statement as in the table of audit flags: ${judgedBy} judge it.`,
  )
}

excluded(
  'audit.events.fields',
  'fields of audit and event records',
  'Unspecified: which fields the records of audit and of events have.',
  'Left open. What a rule needs to know of a record it reads by the capability audit-events, and the evidence of each check has the records as they were written.',
)
