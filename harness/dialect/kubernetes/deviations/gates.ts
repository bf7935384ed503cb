import type { Deviation } from '../../dialect.ts'
import { openshiftAt } from './source.ts'

/**
 * Gates that differ from the documents in a vendor's programs. `gateDifferences` has the differences between versions.
 */
export const gateDeviations: readonly Deviation[] = [
  'agent.gate.NodeLogQuery.help/shows-its-default',
  'agent.gate.NodeLogQuery.effect/has-its-default-where-nobody-names-it',
  'agent.gates.listed/lists-all-of-them-so',
].map(
  (check): Deviation => ({
    check,
    versions: { before: '1.36' },
    vendor: 'openshift',
    reason: 'A patch of the vendor switches it on; without it the gate is off.',
    link: openshiftAt('pkg/features/kube_features.go', 'L1512-L1515'),
  }),
)
