import type { Deviation } from '../../dialect.ts'
import { openshiftAt, sourceAt } from './source.ts'

const sourceUrl = 'https://github.com/kubernetes/kubernetes/blob/v1.34.0'

/** Deviations of the kubelet of Kubernetes 1.34 from the documents. */
export const nodeAgentDeviations: readonly Deviation[] = [
  {
    check: 'agent.flag.qos-reserved.values/refuses-it-without-its-gate',
    reason: 'Only what the flag says is parsed; without the gate it does nothing.',
    link: sourceAt('cmd/kubelet/app/server.go', 'L829-L832'),
  },
  {
    check: 'agent.gates.known/refuses-*',
    vendor: 'openshift',
    reason: 'A patch of the vendor warns of unknown gates only.',
    link: openshiftAt('staging/src/k8s.io/component-base/featuregate/feature_gate.go', 'L324-L330'),
  },
  {
    check: 'agent.images.infra/leaves-that-image',
    reason: 'The flag does nothing any longer: what the runtime pins is spared.',
    link: sourceAt('cmd/kubelet/app/server.go', 'L212-L215'),
  },
  {
    check: 'agent.pods.of-others/leaves-a-container-of-somebody-else',
    reason: 'Everything that the runtime lists is treated as created by the agent.',
    link: sourceAt('pkg/kubelet/kuberuntime/kuberuntime_manager.go', 'L430'),
  },
  {
    check: 'agent.flag.cpu-manager-reconcile-period.unset/*',
    reason: 'A period that is not set is 10 seconds, whatever the frequency of the node status is.',
    link: sourceAt('pkg/kubelet/apis/config/v1beta1/defaults.go', 'L175-L178'),
  },
  {
    check: 'agent.flag.streaming-connection-idle-timeout.idle/one-that-is-idle-is-closed-after-that-time',
    reason:
      'The time is read and shown, and nothing of the agent uses it: the streams are those of the runtime.',
    link: sourceAt('cmd/kubelet/app/options/options.go', 'L429'),
  },
  {
    check: 'agent.api.burst-zero/*',
    crashes: true,
    reason: 'The client of the API server takes no burst of 0 next to a rate, so the agent does not start.',
    link: sourceAt('staging/src/k8s.io/client-go/kubernetes/clientset.go', 'L515-L516'),
  },
  {
    check: 'agent.api.rate-zero/asks-much-more-often-than-5-times-a-second',
    reason:
      'The default of 50 is for a rate that is not set. The client of the API server makes 0 its own default, 5.',
    link: sourceAt('staging/src/k8s.io/client-go/rest/config.go', 'L372-L375'),
  },
  {
    check: 'agent.pods.cgroup-root/gives-the-runtime-a-cgroup-below-it',
    reason: 'Without a hierarchy of cgroups per quality of service, sandboxes get no parent cgroup.',
    link: sourceAt('pkg/kubelet/cm/pod_container_manager_linux.go', 'L327-L329'),
  },
  {
    check: 'agent.runtime.pod-cidr/does-not-count-with-an-api-server',
    reason: 'The range is passed to the runtime at the start, whether there is an API server or not.',
    link: sourceAt('pkg/kubelet/kubelet.go', 'L899-L901'),
  },
  {
    check: 'agent.flag.cgroup-driver.values/refuses-another-driver',
    reason: 'The name is passed on unchecked; the driver of the runtime is read afterwards.',
    link: `${sourceUrl}/cmd/kubelet/app/options/options.go#L443`,
  },
  {
    check: 'agent.flag.log-text-split-stream.source/has-the-value-of-the-configuration-file',
    reason:
      'The flags are read a second time over the file, and this one begins with false instead of what the file says.',
    link: `${sourceUrl}/staging/src/k8s.io/component-base/logs/api/v1/options.go#L370`,
  },
  {
    check: 'agent.flag.node-labels.type/refuses-a-key-without-a-value',
    reason: 'A label without a value is one whose value is empty.',
    link: `${sourceUrl}/staging/src/k8s.io/component-base/cli/flag/configuration_map.go#L45`,
  },
  {
    check: 'agent.server.certificate-pair/refuses-*',
    versions: { from: '1.36' },
    reason: 'The two files are used only if both are named; one alone is ignored.',
    link: sourceAt('pkg/kubelet/kubelet.go', 'L949', 'v1.36.0'),
  },
  ...['configuration-file', 'flag-instead'].map(
    (source): Deviation => ({
      check: `agent.flag.cgroup-driver.source/has-the-value-of-the-${source}`,
      versions: { from: '1.35' },
      reason:
        'What the runtime says takes the place of what file and flag say, and is what the agent then shows.',
      link: sourceAt('cmd/kubelet/app/server.go', 'L1416-L1420', 'v1.35.0'),
    }),
  ),
  ...(
    [
      ['credential-providers/asks-none-of-a-directory-below', 'crashes'],
      ['credential-providers/pulls-*-of-the-first-of-two-files-*', 'crashes'],
      ['credential-providers/pulls-*-of-a-json-file', 'crashes'],
      ['credential-providers/pulls-*-of-a-y*ml-file', 'crashes'],
      ['credential-programs/accepts-a-directory-that-has-them', 'crashes'],
      ['credential-programs/refuses-one-that-has-none', 'untestable'],
    ] as const
  ).map(
    ([check, how]): Deviation => ({
      check: `agent.images.${check}`,
      versions: { before: '1.34' },
      [how]: true,
      reason: 'The configuration of credential providers is one file; a directory cannot be read.',
      link: sourceAt('pkg/credentialprovider/plugin/config.go', 'L39-L42', 'v1.33.0'),
    }),
  ),
]
