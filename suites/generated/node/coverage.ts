import { allowedNames } from '../../3-command-line-flags/node-agent/labels.ts'
import { brokenKinds, type NodeCase } from './model.ts'

/**
 * Returns the coverage of a case: every allowed name, prefixes, labels of other domains, taints that differ in one
 * part, and invalid entries.
 */
export function coverageOf({ labels, taints, broken: its }: NodeCase): readonly string[] {
  const domainLabelIndex = labels.findIndex(
    ({ key }) => key.startsWith('orch.io/') && !allowedNames.includes(key),
  )
  return [
    ...(its === undefined ? labels.map(({ key }) => kindOf(key)) : [`broken: ${its}`]),
    ...(domainLabelIndex > 0 ? ['a label of the domain behind others'] : []),
    ...taints.map(({ effect }) => effect),
    ...(new Set(taints.map(({ key }) => key)).size < taints.length ? ['two taints of a key'] : []),
  ]
}

function kindOf(key: string): string {
  if (allowedNames.includes(key)) return key
  if (key.startsWith('orchlet.orch.io/')) return 'below orchlet.orch.io'
  if (key.startsWith('node.orch.io/')) return 'below node.orch.io'
  return key.includes('/') ? 'of another domain' : 'of no domain'
}

/** Parts of the coverage, each of which at least one drawn case must have. */
export const coverable: readonly string[] = [
  ...allowedNames,
  'below orchlet.orch.io',
  'below node.orch.io',
  'of another domain',
  'of no domain',
  ...brokenKinds.map((each) => `broken: ${each}`),
  'a label of the domain behind others',
  'NoSchedule',
  'PreferNoSchedule',
  'NoExecute',
  'two taints of a key',
]
