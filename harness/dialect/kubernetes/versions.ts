import type { VersionDifference } from '../dialect.ts'
import type { VersionRange } from '../version-range.ts'
import { gateDifferences } from './gates.ts'

const before134 = { before: '1.34' } as const
const sourceUrl = (tag: string, path: string): string =>
  `https://github.com/kubernetes/kubernetes/blob/${tag}/${path}`
const kindsPath = 'staging/src/k8s.io/apiserver/pkg/apis/apiserver'
const auditPath = 'staging/src/k8s.io/apiserver/pkg/server/options/audit.go'

/** Kinds whose newest version is v1beta1 in some versions. There v1beta1 equals the later v1. */
export const betaOnlyVersions: Readonly<Record<string, VersionRange>> = {
  AuthenticationConfiguration: before134,
  TracingConfiguration: before134,
}

/**
 * Differences of the minor versions of Kubernetes from the documents. Deviations of all versions are in `deviations/`.
 */
export const kubernetesDifferences: readonly VersionDifference[] = [
  ...Object.entries(betaOnlyVersions).map(
    ([name, versions]): VersionDifference => ({
      program: 'apiserver',
      subject: 'kind',
      name,
      versions,
      says: 'The newest version of the kind is v1beta1, which is used as v1.',
      link: sourceUrl('v1.33.0', `${kindsPath}/v1beta1/register.go#L54-L58`),
    }),
  ),
  {
    program: 'apiserver',
    subject: 'field',
    name: 'AuthenticationConfiguration.egressSelectorType',
    versions: before134,
    absent: true,
    says: 'The traffic of issuers takes no egress selection.',
    link: sourceUrl('v1.33.0', `${kindsPath}/v1beta1/types.go`),
  },
  ...(['cacheAuthorizedRequests', 'cacheUnauthorizedRequests'] as const).map(
    (field): VersionDifference => ({
      program: 'apiserver',
      subject: 'field',
      name: `AuthorizationConfiguration.${field}`,
      versions: before134,
      absent: true,
      fixedValue: true,
      says: 'Every answer of the webhook is cached.',
      link: sourceUrl('v1.33.0', `${kindsPath}/v1/types.go`),
    }),
  ),
  ...(['lease-duration', 'renew-deadline', 'retry-period'] as const).map(
    (name): VersionDifference => ({
      program: 'apiserver',
      subject: 'flag',
      name: `--coordinated-leadership-${name}`,
      versions: before134,
      absent: true,
      says: 'The times of coordinated leader election are constants.',
      link: sourceUrl('v1.34.0', 'pkg/controlplane/apiserver/options/options.go'),
    }),
  ),
  ...(
    [
      ['maxage', 366],
      ['maxbackup', 100],
      ['maxsize', 100],
    ] as const
  ).map(
    ([name, value]): VersionDifference => ({
      program: 'apiserver',
      subject: 'default',
      name: `--audit-log-${name}`,
      versions: { from: '1.36' },
      says: `The default is ${value}; the documents state none, and before it was 0.`,
      link: sourceUrl('v1.36.0', auditPath),
    }),
  ),
  {
    program: 'apiserver',
    subject: 'gate',
    name: 'StructuredAuthorizationConfiguration',
    versions: { from: '1.36' },
    absent: true,
    says: 'What it switched is always on.',
    link: sourceUrl('v1.36.0', 'staging/src/k8s.io/apiserver/pkg/features/kube_features.go'),
  },
  {
    program: 'node-agent',
    subject: 'flag',
    name: '--pod-infra-container-image',
    versions: { from: '1.35' },
    absent: true,
    says: 'The flag is gone, as its help announced.',
    link: sourceUrl('v1.35.0', 'cmd/kubelet/app/options/container_runtime.go'),
  },
  {
    program: 'node-agent',
    subject: 'default',
    name: '--fail-cgroupv1',
    versions: { from: '1.35' },
    says: 'The default is true; the documents state none, and before it was false.',
    link: sourceUrl('v1.35.0', 'pkg/kubelet/apis/config/v1beta1/defaults.go#L292-L294'),
  },
  ...['APIServerIdentity', 'DRAResourceClaimDeviceStatus', 'PodLevelResources'].map(
    (name): VersionDifference => ({
      program: 'node-agent',
      subject: 'gate',
      name,
      versions: { from: '1.36' },
      says: 'Others that are on by default need it, so that it cannot be switched off alone.',
      link: sourceUrl('v1.36.0', 'pkg/features/kube_features.go'),
    }),
  ),
  ...gateDifferences,
]
