import { failing } from '../../cel/evaluate.ts'
import { isUnsupported } from '../../cel/unsupported-parts.ts'
import { compile, type Expression, ExpressionError } from '../../cel/expression.ts'
import type { WebhookConfig } from '../../config/authorization/fields.ts'
import type { WebhookSettings } from './settings.ts'

/**
 * Returns the settings of a validated entry and of its client configuration file. Members that only a fault permits to
 * omit get a default.
 */
export async function webhookFromFile(
  name: string,
  webhook: WebhookConfig | undefined,
): Promise<{ readonly settings: WebhookSettings; readonly clientFile: string | undefined }> {
  const sources = (webhook?.matchConditions ?? []).flatMap(({ expression }) => expression ?? [])
  const settings: WebhookSettings = {
    name,
    version: webhook?.subjectAccessReviewVersion === 'v1' ? 'v1' : 'v1beta1',
    authorizedTtlMs: webhook?.authorizedTTL ?? 300_000,
    cacheAuthorized: webhook?.cacheAuthorizedRequests ?? true,
    unauthorizedTtlMs: webhook?.unauthorizedTTL ?? 30_000,
    cacheUnauthorized: webhook?.cacheUnauthorizedRequests ?? true,
    timeoutMs: webhook?.timeout ?? 30_000,
    failurePolicy: webhook?.failurePolicy === 'Deny' ? 'Deny' : 'NoOpinion',
    conditions: await Promise.all(sources.map((source) => compileCondition(source))),
  }
  const file = webhook?.connectionInfo?.orchConfigFile
  return { settings, clientFile: file === '' ? undefined : file }
}

/**
 * Returns a compiled condition. A condition that does not compile, but that a fault accepted, fails on every request.
 */
async function compileCondition(source: string): Promise<Expression> {
  try {
    const condition = await compile(source, 'request')
    return isUnsupported(source) ? failingUnlessFalse(condition) : condition
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return failing(source, error)
  }
}

/** Returns a condition whose evaluation fails, unless the original condition is false. */
function failingUnlessFalse(condition: Expression): Expression {
  const failingCondition = failing(condition.source)
  return {
    ...condition,
    evaluate: (variables) => condition.evaluate(variables) !== false && failingCondition.evaluate(variables),
  }
}
