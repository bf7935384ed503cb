import { type Expression, ExpressionError } from '../../cel/expression.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import type { ReviewSpec } from './review.ts'

/** Reports whether all conditions are true for a request. Throws an ExpressionError if one fails and none is false. */
export function conditionsMatch(conditions: readonly Expression[], request: object): boolean {
  const outcomes = conditions.map((condition, index) => {
    const result = evaluateCondition(condition, request)
    const isError = index > 0 && typeof result !== 'boolean'
    return isError && fault('later-match-conditions-unchecked') ? true : result
  })
  const firstFailure = outcomes.find((outcome) => outcome !== true)
  const hasSeveral = outcomes.length > 1
  if (firstFailure === undefined) return !(hasSeveral && fault('exactly-one-match-condition-must-hold'))
  const earlyFailure = freedom('match-conditions-stop-at-error') ? firstFailure : undefined
  const failure = earlyFailure ?? (outcomes.includes(false) ? false : firstFailure)
  if (failure !== false) throw failure
  if (outcomes[0] === true && fault('only-first-match-condition-used')) return true
  if (outcomes.at(-1) === true && fault('only-last-match-condition-used')) return true
  const trueCount = outcomes.filter((outcome) => outcome === true).length
  if (trueCount === 1 && fault('exactly-one-match-condition-must-hold')) return true
  return trueCount > 0 && fault('one-match-condition-suffices')
}

/** Reports whether some conditions are true for a request, and others are false. */
export function hasMixedResults(conditions: readonly Expression[], request: object): boolean {
  const outcomes = conditions.map((condition) => evaluateCondition(condition, request))
  return outcomes.includes(true) && outcomes.includes(false)
}

function evaluateCondition(condition: Expression, request: object): boolean | ExpressionError {
  try {
    const value = condition.evaluate({ request })
    return typeof value === 'boolean' ? value : new ExpressionError('yields no boolean')
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** Returns the value of the variable `request`: the spec in version v1, in which every string is set. */
export function conditionRequest(spec: ReviewSpec, sentAsV1beta1: boolean): object {
  const { resourceAttributes, nonResourceAttributes, user = '', groups = [], extra = {}, uid = '' } = spec
  const usesSingular = sentAsV1beta1 && fault('conditions-see-sent-version')
  const resource = {
    namespace: '',
    verb: '',
    group: '',
    version: '',
    resource: '',
    subresource: '',
    name: '',
  }
  return {
    user,
    uid,
    ...(usesSingular ? { group: groups } : { groups }),
    extra,
    ...(resourceAttributes === undefined
      ? {}
      : { resourceAttributes: { ...resource, ...resourceAttributes } }),
    ...(nonResourceAttributes === undefined
      ? {}
      : { nonResourceAttributes: { path: '', verb: '', ...nonResourceAttributes } }),
  }
}
