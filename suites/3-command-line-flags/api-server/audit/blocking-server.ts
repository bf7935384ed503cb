import { auditPolicy } from '../../../shared/audit/policy.ts'
import { auditedServer } from '../../../shared/audit/fixture.ts'

const policy = auditPolicy([
  // A single stage shows which request waits for its event.
  { level: 'Metadata', nonResourceURLs: ['/audited/*'], omitStages: ['RequestReceived', 'ResponseStarted'] },
  { level: 'Metadata', nonResourceURLs: ['/ledger/*'] },
  {
    level: 'RequestResponse',
    verbs: ['create'],
    namespaces: ['default'],
    resources: [{ resources: ['configmaps'] }],
  },
  { level: 'Metadata', namespaces: ['ledger'] },
])
/** Server whose log and webhook block requests. */
export const blockingServer = auditedServer(
  { '--audit-webhook-mode': 'blocking', '--anonymous-auth': false },
  policy,
)
