import type { Deviation } from '../../dialect.ts'
import { openshiftAt } from './source.ts'

const features = 'https://github.com/kubernetes/kubernetes/blob/v1.34.8/CHANGELOG/CHANGELOG-1.34.md'

/** Gates that the help of a kubelet 1.34 was seen to show otherwise than the documents list them. */
export const gateDeviations: readonly Deviation[] = [
  {
    check: 'agent.gate.SchedulerAsyncAPICalls.help/shows-its-default',
    versions: { from: '1.34' },
    reason: 'It was on in 1.34.0 only, and is off since, because of a bug in what it switches.',
    link: `${features}#L943`,
  },
  ...['help/shows-its-default', 'effect/has-its-default-where-nobody-names-it'].map(
    (check): Deviation => ({
      check: `agent.gate.NodeLogQuery.${check}`,
      versions: { before: '1.36' },
      vendor: 'openshift',
      reason: 'A patch of the vendor switches it on; without it the gate is off.',
      link: openshiftAt('pkg/features/kube_features.go', 'L1512-L1515'),
    }),
  ),
]
