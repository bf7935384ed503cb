import { type Expression, ExpressionError } from '../../cel/expression.ts'
import type { ServerQuirks } from '../../faults.ts'
import type { ReviewSpec } from './review.ts'

/** Whether every condition holds for a request; throws an ExpressionError when one fails and none is false. */
export function matches(conditions: readonly Expression[], request: object, quirks: ServerQuirks): boolean {
  const outcomes = conditions.map((condition) => outcome(condition, request))
  const first = outcomes.find((each) => each !== true)
  if (first === undefined) return true
  const stop = quirks.freedom('match-conditions-stop-at-error') ? first : undefined
  const failure = stop ?? (outcomes.includes(false) ? false : first)
  if (failure !== false) throw failure
  if (outcomes[0] === true && quirks.fault('only-first-match-condition-used')) return true
  if (outcomes.at(-1) === true && quirks.fault('only-last-match-condition-used')) return true
  if (outcomes.includes(true) && quirks.fault('one-match-condition-suffices')) return true
  return conditions.length > 1 && quirks.fault('match-conditions-ignored')
}

function outcome(condition: Expression, request: object): boolean | ExpressionError {
  try {
    const value = condition.evaluate({ request })
    return typeof value === 'boolean' ? value : new ExpressionError('yields no boolean')
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** What the variable `request` holds: the spec in version v1, in which every text is there. */
export function conditionRequest(spec: ReviewSpec, sentAsV1beta1: boolean, quirks: ServerQuirks): object {
  const { resourceAttributes, nonResourceAttributes, user = '', groups = [], extra = {}, uid = '' } = spec
  const hidden = sentAsV1beta1 && groups.length > 0 && quirks.fault('conditions-see-sent-version')
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
    groups: hidden ? [] : groups,
    extra,
    ...(resourceAttributes === undefined
      ? {}
      : { resourceAttributes: { ...resource, ...resourceAttributes } }),
    ...(nonResourceAttributes === undefined
      ? {}
      : { nonResourceAttributes: { path: '', verb: '', ...nonResourceAttributes } }),
  }
}
