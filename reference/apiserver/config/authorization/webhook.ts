import type { Problems } from '../../../config/problems.ts'
import type { Fault, ServerQuirks } from '../../faults.ts'
import type { WebhookConfig } from './fields.ts'
import { checkExpression } from '../expressions.ts'

const longestTimeoutMs = 30_000
const mostConditions = 64

/** Applies the rules of the WebhookConfiguration table. */
export async function validateWebhook(
  webhook: WebhookConfig,
  path: string,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): Promise<void> {
  validateTimes(webhook, path, problems, quirks)
  validateVersions(webhook, path, problems)
  const { failurePolicy = '' } = webhook
  if (failurePolicy === '') {
    problems.require(false, `${path}.failurePolicy`, 'required', 'failure-policy-missing-accepted')
  } else if (!['Deny', 'NoOpinion'].includes(failurePolicy)) {
    // The documents do not show the legal values.
    problems.add(`${path}.failurePolicy`, 'must be Deny or NoOpinion')
  }
  validateConnection(webhook.connectionInfo, `${path}.connectionInfo`, problems)
  await validateConditions(webhook.matchConditions ?? [], `${path}.matchConditions`, problems, quirks)
  const isEmpty = webhook.matchConditions?.length === 0
  problems.forbid(isEmpty, `${path}.matchConditions`, 'empty-match-conditions-refused')
}

function validateTimes(
  { authorizedTTL, unauthorizedTTL, timeout }: WebhookConfig,
  path: string,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): void {
  for (const [name, ttl, fault] of [
    ['authorizedTTL', authorizedTTL, 'authorized-ttl-missing-accepted'],
    ['unauthorizedTTL', unauthorizedTTL, 'unauthorized-ttl-missing-accepted'],
  ] as const) {
    problems.require(ttl !== undefined, `${path}.${name}`, 'required', fault)
    if (ttl !== undefined && ttl < 0) problems.add(`${path}.${name}`, 'must not be negative')
    // Whether 0 means no caching or a default is nobody's documented rule.
    if (ttl === 0 && quirks.freedom('zero-ttl-refused')) problems.add(`${path}.${name}`, 'must be positive')
  }
  if (timeout === undefined) {
    problems.require(false, `${path}.timeout`, 'required', 'webhook-timeout-missing-accepted')
    return
  }
  if (timeout <= 0) problems.add(`${path}.timeout`, 'must be positive')
  const inTime = timeout <= longestTimeoutMs
  problems.require(inTime, `${path}.timeout`, 'must be at most 30s', 'webhook-timeout-over-30s-accepted')
  problems.forbid(timeout === longestTimeoutMs, `${path}.timeout`, 'webhook-timeout-of-30s-refused')
}

function validateVersions(webhook: WebhookConfig, path: string, problems: Problems<Fault>): void {
  const at = `${path}.subjectAccessReviewVersion`
  const version = webhook.subjectAccessReviewVersion ?? ''
  if (version === '') problems.require(false, at, 'required', 'review-version-missing-accepted')
  else {
    const known = ['v1', 'v1beta1'].includes(version)
    problems.require(known, at, 'must be v1 or v1beta1', 'review-version-unchecked')
    problems.forbid(version === 'v1', at, 'review-version-v1-refused')
    problems.forbid(version === 'v1beta1', at, 'review-version-v1beta1-refused')
  }
  const conditionAt = `${path}.matchConditionSubjectAccessReviewVersion`
  const conditionVersion = webhook.matchConditionSubjectAccessReviewVersion ?? ''
  if (conditionVersion === '') {
    const fault =
      (webhook.matchConditions ?? []).length === 0
        ? 'match-condition-version-without-conditions-optional'
        : 'match-condition-version-missing-accepted'
    problems.require(false, conditionAt, 'required', fault)
  } else {
    const known = conditionVersion === 'v1'
    const nearly = conditionVersion === 'v1beta1'
    const fault = nearly ? 'match-condition-version-v1beta1-accepted' : 'match-condition-version-unchecked'
    problems.require(known, conditionAt, 'must be v1', fault)
  }
}

function validateConnection(
  connection: WebhookConfig['connectionInfo'],
  path: string,
  problems: Problems<Fault>,
): void {
  if (connection === undefined) {
    problems.require(false, path, 'required', 'connection-info-missing-accepted')
    return
  }
  const { type = '', orchConfigFile = '' } = connection
  if (type === '') problems.require(false, `${path}.type`, 'required', 'connection-type-missing-accepted')
  // The documents do not show the complete set of legal values.
  else if (type !== 'OrchConfig') problems.add(`${path}.type`, 'must be OrchConfig')
  if (orchConfigFile !== '') return
  const says = type === 'OrchConfig' ? 'required for type OrchConfig' : 'required'
  problems.require(false, `${path}.orchConfigFile`, says, 'connection-file-missing-accepted')
}

async function validateConditions(
  conditions: NonNullable<WebhookConfig['matchConditions']>,
  path: string,
  problems: Problems<Fault>,
  quirks: ServerQuirks,
): Promise<void> {
  const holds = conditions.length <= mostConditions
  problems.require(holds, path, 'must have at most 64 entries', 'match-conditions-over-64-accepted')
  problems.forbid(conditions.length === mostConditions, path, 'match-conditions-of-64-refused')
  for (const [index, { expression = '' }] of conditions.entries()) {
    const at = `${path}[${index}].expression`
    if (expression === '') {
      problems.require(false, at, 'required', 'match-condition-expression-missing-accepted')
      continue
    }
    const faults = {
      broken: 'match-condition-broken-expression-accepted',
      mistyped: 'match-condition-type-unchecked',
    } as const
    const field = { path: at, scope: 'request', yields: 'boolean', faults } as const
    // One by one: problems are reported in the order of the file.
    await checkExpression(expression, field, problems, quirks)
  }
}
