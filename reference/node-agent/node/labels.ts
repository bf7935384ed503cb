import type { FlagValues } from '../../flags/flag-values.ts'
import { Refusal } from '../../flags/refusal.ts'
import { fault } from '../../quirks/quirks.ts'

const domain = 'orch.io'
const prefixes = ['orchlet.orch.io', 'node.orch.io']
const names = [
  'beta.orch.io/arch',
  'beta.orch.io/instance-type',
  'beta.orch.io/os',
  'failure-domain.beta.orch.io/region',
  'failure-domain.beta.orch.io/zone',
  'orch.io/arch',
  'orch.io/hostname',
  'orch.io/os',
  'node.orch.io/instance-type',
  'topology.orch.io/region',
  'topology.orch.io/zone',
]

/** Returns the labels that the flags give a new node. Throws a Refusal for a label that is not permitted. */
export function nodeLabels(flags: FlagValues): Readonly<Record<string, string>> {
  const labels = Object.fromEntries(flags.pairs('node-labels'))
  const forbiddenKey = Object.keys(labels).find((key) => !isLabelAllowed(key))
  if (forbiddenKey !== undefined) throw new Refusal(`--node-labels: a node must not be given ${forbiddenKey}`)
  return labels
}

function isLabelAllowed(key: string): boolean {
  const [owner = ''] = key.includes('/') ? key.split('/') : []
  if (!isSubdomain(owner, domain)) return !fault('node-label-elsewhere-refused')
  if (names.includes(key)) return key !== names.at(-1) || !fault('node-label-name-refused')
  if (prefixes.some((prefix) => isSubdomain(owner, prefix))) return !fault('node-label-prefix-refused')
  const isPrefixMatch = prefixes.some((prefix) => owner.endsWith(prefix))
  if (isPrefixMatch && fault('node-label-of-like-domain-accepted')) return true
  const isLongerName = names.some((name) => key.startsWith(name))
  if (isLongerName && fault('node-label-of-longer-name-accepted')) return true
  return fault('node-label-of-domain-accepted')
}

function isSubdomain(owner: string, parent: string): boolean {
  return owner === parent || owner.endsWith(`.${parent}`)
}
