/** What the documents leave open about audit events. */
export const auditFreedoms = {
  'audit-batches-sent-early': 'audit: a batch goes out before it is full and before its time',
  'audit-ids-of-its-own': 'audit: ids that clients choose do not matter',
  'audit-truncation-unmarked': 'audit: a truncated event does not say so',
  'audit-events-with-further-fields': 'audit: events have fields that nobody asked for',
  'audit-legacy-lines-in-other-order': 'audit: legacy lines tell of a request in another order',
  'audit-log-rotated-names-differ': 'audit: rotated files are named in another way',
} as const
