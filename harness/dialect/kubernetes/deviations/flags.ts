import type { Deviation } from '../../dialect.ts'
import { apiserver, sourceAt } from './source.ts'

/** Deviations of Kubernetes in the accepted values of the API server's flags. */
export const flagDeviations: readonly Deviation[] = [
  {
    check: 'flag.service-account-signing-endpoint.discovery/*',
    versions: { before: '1.34' },
    reason: 'Only keys of files are served for discovery; with an external signer there is no document.',
    link: sourceAt('pkg/controlplane/apiserver/config.go', 'L407-L417', 'v1.33.0'),
  },
  {
    check: 'flag.bind-address.listens/listens-at-all-addresses-with-a-blank-address',
    versions: { before: '1.34' },
    reason: 'The library that reads flags takes a blank text for no address until its version 1.0.6.',
    link: sourceAt('vendor/github.com/spf13/pflag/ip.go', 'L19-L23', 'v1.33.0'),
  },
  {
    check:
      'flag.watch-cache-sizes.by-resource/shares-the-watches-of-a-custom-resource-although-its-size-is-0',
    reason:
      'The sizes are removed from a copy of the options of custom resources, and the original is used: a size of 0 applies to them as well.',
    link: sourceAt(
      'staging/src/k8s.io/apiextensions-apiserver/pkg/cmd/server/options/options.go',
      'L157-L159',
    ),
  },
  {
    check:
      'flag.allow-metric-labels-manifest.values/shows-no-value-that-only-the-file-allows-beside-the-flag',
    versions: { from: '1.36' },
    crashes: true,
    reason:
      'The flag together with the file is refused, although the help says that the flag has precedence.',
    link: sourceAt('staging/src/k8s.io/component-base/metrics/api/v1/config.go', 'L47-L49', 'v1.36.0'),
  },
  ...['an-empty-file', 'a-file-that-is-not-in-the-form-of-configuration-files'].map(
    (file): Deviation => ({
      check: `flag.authentication-config.file/refuses-${file}`,
      versions: { before: '1.34' },
      untestable: true,
      reason: 'What is said of content that cannot be decoded names neither the flag nor the kind.',
      link: sourceAt('pkg/kubeapiserver/options/authentication.go', 'L875-L883', 'v1.33.0'),
    }),
  ),
  {
    check: 'flag.etcd-servers-overrides.form/refuses-an-entry-with-an-empty-list-of-servers',
    versions: { before: '1.34' },
    untestable: true,
    reason: 'An empty list of servers passes validation; the start fails because there is no such server.',
    link: sourceAt(`${apiserver}/pkg/server/options/etcd.go`, 'L109-L121', 'v1.33.0'),
  },
  {
    check: 'flag.log-text-info-buffer-size.styles/accepts-1k',
    reason: 'The decimal suffix for a thousand is a small k; the capital one is none.',
    link: sourceAt('staging/src/k8s.io/apimachinery/pkg/api/resource/suffix.go', 'L127'),
  },
  {
    check: 'flag.logging-format.values/refuses-the-format-json',
    reason: 'The JSON format is linked into the program, and permitted in addition to text.',
    link: sourceAt('staging/src/k8s.io/component-base/logs/json/register/register.go', 'L26'),
  },
  {
    check: 'flag.orchlet-timeout.limit/a-node-agent-that-never-answers-is-given-up',
    reason: 'The time is kept among the settings of calls to nodes, and no transport is made with it.',
    link: sourceAt('pkg/kubelet/client/kubelet_client.go', 'L114-L129'),
  },
  {
    check: 'flag.peer-advertise-ip.reached/no-request-comes-to-a-server-that-advertises-another-*',
    reason:
      'What the two flags say is not put into the settings of the server; it advertises its own address and port.',
    link: sourceAt('pkg/controlplane/apiserver/config.go', 'L308-L329'),
  },
  {
    check: 'flag.peer-ca-file.verified/a-server-of-another-authority-gets-no-request',
    versions: { before: '1.35' },
    crashes: true,
    reason:
      'What a server learns of the APIs of another is read even where asking failed: one whose certificate is refused, or that cannot be reached, ends the asking server.',
    link: sourceAt(`${apiserver}/pkg/util/peerproxy/peer_discovery.go`, 'L126-L132'),
  },
  {
    check: 'flag.runtime-config.type/refuses-a-key-without-a-value',
    reason: 'A key alone is treated as true.',
    link: sourceAt('staging/src/k8s.io/component-base/cli/flag/configuration_map.go', 'L44-L46'),
  },
]
