import type { DocumentPart, Situation } from '#kit/tables.ts'
import { partMatcher, type Places } from './places.ts'

/** Reason why a kind of situation cannot occur at some rows. */
interface Exception {
  readonly kind: Situation['kind']
  readonly places: Places
  readonly reason: string
}

const exceptions: readonly Exception[] = [
  {
    kind: 'other-changes',
    places: { '2 Per-controller': ['NamespaceController.NamespaceSyncPeriod'] },
    reason: 'A change of a namespace is evaluated at once. The period is about those that remain.',
  },
  {
    kind: 'wrong-at-first',
    places: { '3 Node agent flags': ['--node-labels', '--register-with-taints'] },
    reason:
      'Labels and taints are set at registration, so that an existing node keeps its labels and taints.',
  },
  {
    kind: 'several',
    places: { '2 Per-controller': ['SAController.ServiceAccountKeyFile'] },
    reason: 'It has one key, which signs.',
  },
  {
    kind: 'several',
    places: { '2 Cloud': ['Cloud WebhookConfiguration.Webhooks'] },
    reason: 'The documents name no webhook of the cloud controller manager.',
  },
  {
    kind: 'several',
    places: { '3 API server flags': ['--emulated-version'] },
    reason: 'The documents do not show how versions of several components are written.',
  },
  {
    kind: 'several',
    places: { '3 Node agent flags': ['--qos-reserved'] },
    reason: 'It takes memory only.',
  },
  {
    kind: 'several',
    places: { '3 Node agent flags': ['--cpu-manager-policy-options', '--topology-manager-policy-options'] },
    reason: 'The documents name no option of a policy.',
  },
  {
    kind: 'together',
    places: { '2 Cloud': ['ExternalCloudVolumePlugin', 'Cloud WebhookConfiguration.Webhooks'] },
    reason: 'Its effect appears only in a cloud.',
  },
  {
    kind: 'together',
    places: { '1 AuthenticationConfiguration': ['issuer'] },
    reason: 'Issuers are unique, so that no response shows the order of the authenticators.',
  },
  {
    kind: 'together',
    places: { '3 API server flags': ['--logging-format', '--vmodule'] },
    reason: 'There is one format, and which files log is not documented.',
  },
  {
    kind: 'alone',
    places: { '3 Cipher suites': ['TLS_*_RC4_*', 'TLS_*_3DES_*'] },
    reason: 'Whether the runtime of a server still supports the suite is open.',
  },
  {
    kind: 'everybody',
    places: { '3 Audit flags': ['mode'] },
    reason: 'The documents state nothing about an event that cannot be written.',
  },
  {
    kind: 'everybody',
    places: { '1 Tracing': ['endpoint'] },
    reason: 'The documents state nothing about spans that a collector does not accept.',
  },
]

/** Returns a situation with the reasons of its exceptions. */
export function withReasons(situation: Situation): Situation {
  const kindExceptions = exceptions
    .filter(({ kind }) => kind === situation.kind)
    .map(({ places, reason }) => ({ isAt: partMatcher(places), reason }))
  return {
    ...situation,
    because: (part: DocumentPart) => kindExceptions.find(({ isAt }) => isAt(part))?.reason,
  }
}
