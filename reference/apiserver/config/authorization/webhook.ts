import { isFilled } from '../../../config/decode.ts'
import type { Problems } from '../../../config/problems.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import type { WebhookConfig } from './fields.ts'
import { checkExpression } from '../expressions.ts'

/** Applies the rules of the WebhookConfiguration table. */
export async function validateWebhook(
  webhook: WebhookConfig,
  path: string,
  problems: Problems,
): Promise<void> {
  const { authorizedTTL, unauthorizedTTL, timeout, failurePolicy = '' } = webhook
  for (const [name, ttl] of Object.entries({ authorizedTTL, unauthorizedTTL })) {
    if (ttl !== undefined && ttl < 0) problems.add(`${path}.${name}`, 'must not be negative')
    // The documents do not specify whether 0 means no caching or a default.
    if (ttl === 0 && freedom('zero-ttl-refused')) problems.add(`${path}.${name}`, 'must be positive')
  }
  if (timeout !== undefined && timeout <= 0) problems.add(`${path}.timeout`, 'must be positive')
  const conditions = webhook.matchConditions ?? []
  if (!isFilled(webhook.matchConditionSubjectAccessReviewVersion)) {
    const missingFault =
      conditions.length === 0
        ? 'match-condition-version-without-conditions-optional'
        : 'match-condition-version-missing-accepted'
    problems.require(false, `${path}.matchConditionSubjectAccessReviewVersion`, 'required', missingFault)
  }
  // The documents do not specify the legal values of these two members.
  if (!['', 'Deny', 'NoOpinion'].includes(failurePolicy)) {
    problems.add(`${path}.failurePolicy`, 'must be Deny or NoOpinion')
  }
  if (!['', 'OrchConfig'].includes(webhook.connectionInfo?.type ?? '')) {
    problems.add(`${path}.connectionInfo.type`, 'must be OrchConfig')
  }
  for (const [index, { expression = '' }] of conditions.entries()) {
    if (expression === '') continue
    if (index > 0 && fault('later-match-conditions-unchecked')) continue
    const faults = {
      broken: 'match-condition-broken-expression-accepted',
      mistyped: 'match-condition-type-unchecked',
    } as const
    const expressionPath = `${path}.matchConditions[${index}].expression`
    const field = { path: expressionPath, scope: 'request', yields: 'boolean', faults } as const
    // Sequential: problems are reported in the order of the file.
    await checkExpression(expression, field, problems)
  }
}
