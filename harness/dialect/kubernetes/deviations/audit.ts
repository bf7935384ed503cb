import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

const optionsPath = `${apiserver}/pkg/server/options/audit.go`

/** Deviations of Kubernetes 1.34 in audit events. */
export const auditDeviations: readonly Deviation[] = [
  {
    check: 'flag.audit-log-path.all-requests/requests-are-in-the-log-of-a-server-without-a-policy',
    reason: 'Without a policy no backend is made, so that nothing is ever recorded.',
    link: sourceAt(optionsPath, 'L291-L297'),
  },
  {
    check: 'flag.audit-webhook-truncate-max-batch-size.split/no-batch-is-over-the-maximum',
    reason:
      'Truncation stands before the buffer that makes batches, and sees one event at a time: batches may be larger than the maximum.',
    link: sourceAt(optionsPath, 'L330'),
  },
]
