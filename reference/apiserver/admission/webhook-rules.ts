import type { Json } from '../../serving/json-body.ts'
import { member } from '../../serving/json-body.ts'
import type { Proposal } from '../objects/admission.ts'
import { listOf } from './plugin.ts'

/** Reports whether the rules of a webhook match a proposal. */
export function matchesRules(webhook: Json, { operation, resource, namespace }: Proposal): boolean {
  return listOf(webhook, 'rules').some((rule) => {
    const listHas = (name: string, ...values: string[]) => {
      const ruleValues = rule[name]
      return (
        Array.isArray(ruleValues) &&
        (ruleValues.includes('*') || values.some((value) => ruleValues.includes(value)))
      )
    }
    const scope = rule['scope'] ?? '*'
    const isInScope = scope === '*' || (scope === 'Namespaced') === (namespace !== '')
    return (
      listHas('operations', operation) &&
      listHas('apiGroups', resource.group) &&
      listHas('apiVersions', resource.version) &&
      listHas('resources', resource.resource, '*/*') &&
      isInScope
    )
  })
}

/** Reports whether labels match a label selector. An empty selector matches all labels. */
export function matchesSelector(selector: Json, labels: Json): boolean {
  const labelsMatch = Object.entries(member(selector, 'matchLabels')).every(
    ([key, value]) => labels[key] === value,
  )
  return (
    labelsMatch &&
    listOf(selector, 'matchExpressions').every((expression) => matchesRequirement(expression, labels))
  )
}

function matchesRequirement({ key, operator, values }: Json, labels: Json): boolean {
  const value = labels[String(key)]
  const isInValues = Array.isArray(values) && values.includes(value)
  switch (operator) {
    case 'In':
      return isInValues
    case 'NotIn':
      return !isInValues
    case 'Exists':
      return value !== undefined
    default:
      return value === undefined
  }
}
