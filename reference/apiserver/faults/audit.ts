import { quirkPerName } from '../../quirks/quirk-per-name.ts'

const families = ['log', 'webhook'] as const

/** Defects of either family of audit flags. */
const familyFaults = {
  ...quirkPerName(families, (family) => [
    `audit-${family}-buffer-unbounded`,
    `--audit-${family}-batch-buffer-size: everything is kept however small the buffer`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-buffer-default-smaller`,
    `--audit-${family}-batch-buffer-size: is 500 by default`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-batch-size-doubled`,
    `--audit-${family}-batch-max-size: batches are twice as large`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-batch-wait-trebled`,
    `--audit-${family}-batch-max-wait: batches wait three times as long`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-batch-blocks`,
    `--audit-${family}-mode: in batch mode, answers wait for their events`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-never-blocks`,
    `--audit-${family}-mode: in blocking mode, answers do not wait for their events`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-batch-options-always`,
    `--audit-${family}-batch-throttle-qps: batches in blocking mode, too`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-throttle-ignored`,
    `--audit-${family}-batch-throttle-enable: true throttles nothing`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-throttle-always`,
    `--audit-${family}-batch-throttle-enable: false throttles all the same`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-throttle-qps-doubled`,
    `--audit-${family}-batch-throttle-qps: twice as many batches a second`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-throttle-burst-ignored`,
    `--audit-${family}-batch-throttle-burst: one batch at once, whatever it says`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-truncate-ignored`,
    `--audit-${family}-truncate-enabled: true truncates nothing`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-truncate-always`,
    `--audit-${family}-truncate-enabled: truncates without it`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-event-default-halved`,
    `--audit-${family}-truncate-max-event-size: is half as large by default`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-large-event-dropped`,
    `--audit-${family}-truncate-max-event-size: a large event is discarded at once`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-large-event-kept`,
    `--audit-${family}-truncate-max-event-size: an event that is large without its objects is kept`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-large-batch-lost`,
    `--audit-${family}-truncate-max-batch-size: what is over the maximum is lost`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-version-unchecked`,
    `--audit-${family}-version: takes any text`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-version-missing`,
    `--audit-${family}-version: events bear no version`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-event-lost`,
    `audit ${family}: requests of method HEAD are not recorded`,
  ]),
  ...quirkPerName(families, (family) => [
    `audit-${family}-event-twice`,
    `audit ${family}: the end of a watch is recorded twice`,
  ]),
} as const

/** Defects in the selection by the audit policy. */
const policyFaults = {
  'audit-policy-unusable-accepted': '--audit-policy-file: a file that is no policy records nothing',
  'audit-policy-without-rules-accepted': '--audit-policy-file: takes a policy without rules',
  'audit-policy-level-unchecked': '--audit-policy-file: takes any level, as if it were Metadata',
  'audit-policy-last-match-wins': 'audit policy: the last rule that matches decides',
  'audit-policy-unmatched-recorded': 'audit policy: what no rule matches is recorded',
  'audit-policy-first-two-entries-only': 'audit policy: rules match the first two entries of their lists',
  'audit-policy-first-group-only': 'audit policy: only the first group of a rule matters',
  'audit-policy-none-recorded': 'audit policy: the level None is as good as Metadata',
  'audit-policy-users-ignored': 'audit policy: rules match every user',
  'audit-policy-groups-ignored': 'audit policy: rules match every group',
  'audit-policy-verbs-ignored': 'audit policy: rules match every verb',
  'audit-policy-namespaces-ignored': 'audit policy: rules match every namespace',
  'audit-policy-resources-ignored': 'audit policy: rules match every resource of the group',
  'audit-policy-resource-group-ignored': 'audit policy: rules match resources of every group',
  'audit-policy-resource-names-ignored': 'audit policy: rules match resources of every name',
  'audit-policy-resource-wildcards-literal': 'audit policy: a star among resources is a letter like others',
  'audit-policy-subresources-included': 'audit policy: a resource stands for its subresources too',
  'audit-policy-urls-ignored': 'audit policy: rules for some URLs match them all',
  'audit-policy-url-wildcards-literal': 'audit policy: a star at the end of a URL is a letter like others',
  'audit-policy-rule-stages-ignored': 'audit policy: stages that a rule omits are recorded',
  'audit-policy-global-stages-ignored': 'audit policy: stages that the policy omits are recorded',
  'audit-metadata-with-objects': 'audit policy: the level Metadata has the object that was sent',
  'audit-request-object-missing': 'audit policy: no level has the object that was sent',
  'audit-request-with-response': 'audit policy: the level Request has the object that was answered',
  'audit-response-object-missing': 'audit policy: no level has the object that was answered',
  'audit-policy-managed-fields-override-ignored':
    'audit policy: a rule cannot keep managed fields that the policy omits',
  'audit-managed-fields-kept': 'audit policy: omitManagedFields omits nothing',
} as const

/** Defects in recording requests. */
export const auditFaults = {
  ...familyFaults,
  ...policyFaults,
  'audit-of-drained-requests-lost': '--audit-log-path: what is answered while draining is not logged',
  'audit-not-flushed': '--audit-log-mode: in batch mode, what is buffered at the end is lost',
  'audit-webhook-not-flushed': '--audit-webhook-mode: in batch mode, what is buffered at the end is lost',
  'audit-without-policy-silent': '--audit-log-path: records nothing without a policy',
  'audit-log-dash-is-a-file': '--audit-log-path: a dash is the name of a file',
  'audit-log-legacy-ignored': '--audit-log-format: legacy is json too',
  'audit-log-begins-legacy': '--audit-log-format: a json log begins with a line of text',
  'audit-log-first-event-lost': '--audit-log-path: the first event is not in the file',
  'audit-log-legacy-on-two-lines': '--audit-log-format: a legacy event takes two lines',
  'audit-log-never-rotated': '--audit-log-maxsize: the log grows on',
  'audit-log-rotation-loses-event': '--audit-log-maxsize: the event that a file has no room for is lost',
  'audit-log-rotated-at-half': '--audit-log-maxsize: half of it is enough',
  'audit-log-maxbackup-ignored': '--audit-log-maxbackup: all rotated files stay',
  'audit-log-maxbackup-0-is-one': '--audit-log-maxbackup: 0 keeps one',
  'audit-log-newest-removed': '--audit-log-maxbackup: the newest files go',
  'audit-log-old-and-many-only':
    '--audit-log-maxage, --audit-log-maxbackup: together they remove only what is too old and too many',
  'http2-not-audited': 'audit: what writes over HTTP/2 is not recorded',
  'audit-of-changes-lost': 'audit: what changes or deletes objects is not recorded',
  'audit-log-maxage-ignored': '--audit-log-maxage: old files stay',
  'audit-log-maxage-0': '--audit-log-maxage: files of today are too old',
  'audit-log-not-compressed': '--audit-log-compress: rotated files stay as they are',
  'audit-log-always-compressed': '--audit-log-compress: rotated files are compressed without it',
  'audit-webhook-batch-size-default-smaller':
    '--audit-webhook-batch-max-size: batches have at most 100 events unless it is set',
  'audit-webhook-batch-wait-default-trebled':
    '--audit-webhook-batch-max-wait: is three times as long by default',
  'audit-webhook-not-throttled-by-default':
    '--audit-webhook-batch-throttle-enable: throttles nothing unless it is set',
  'audit-webhook-throttle-qps-default-doubled': '--audit-webhook-batch-throttle-qps: is 20 by default',
  'audit-webhook-throttle-burst-default-smaller': '--audit-webhook-batch-throttle-burst: is 5 by default',
  'audit-webhook-throttle-burst-default-doubled': '--audit-webhook-batch-throttle-burst: is 30 by default',
  'audit-webhook-large-batch-sent': '--audit-webhook-truncate-max-batch-size: larger batches are sent whole',
  'audit-webhook-first-batch-lost': '--audit-webhook-config-file: the first batch is not sent',
  'audit-webhook-file-unusable-accepted':
    '--audit-webhook-config-file: a file that cannot be used sends nothing',
  'audit-webhook-not-retried': '--audit-webhook-initial-backoff: what failed once is lost',
  'audit-webhook-backoff-ignored': '--audit-webhook-initial-backoff: tries again at once',
} as const
