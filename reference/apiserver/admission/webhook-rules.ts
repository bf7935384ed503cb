import type { Json } from '../../serving/json-body.ts'
import { member } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import { listOf } from './plugin.ts'

/** Reports whether the rules of a webhook match a proposal. */
export function matchesRules(webhook: Json, { operation, resource, namespace }: Proposal): boolean {
  return listOf(webhook, 'rules').some((rule) => {
    const has = (name: string, ...values: string[]) => {
      const wanted = rule[name]
      return Array.isArray(wanted) && (wanted.includes('*') || values.some((value) => wanted.includes(value)))
    }
    const scope = rule['scope'] ?? '*'
    const inScope = scope === '*' || (scope === 'Namespaced') === (namespace !== '')
    return (
      has('operations', operation) &&
      has('apiGroups', resource.group) &&
      has('apiVersions', resource.version) &&
      has('resources', resource.resource, '*/*') &&
      inScope
    )
  })
}

/** Reports whether labels match a label selector. An empty selector matches all labels. */
export function matchesSelector(selector: Json, labels: Json): boolean {
  const equal = Object.entries(member(selector, 'matchLabels')).every(([key, value]) => labels[key] === value)
  return (
    equal &&
    listOf(selector, 'matchExpressions').every((expression) => matchesRequirement(expression, labels))
  )
}

function matchesRequirement({ key, operator, values }: Json, labels: Json): boolean {
  const value = labels[String(key)]
  const among = Array.isArray(values) && values.includes(value)
  switch (operator) {
    case 'In':
      return among
    case 'NotIn':
      return !among
    case 'Exists':
      return value !== undefined
    default:
      return value === undefined
  }
}
