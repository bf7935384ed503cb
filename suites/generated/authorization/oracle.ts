import { evaluate, NoValue } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { WebhookAnswer, Attributes, ChainCase, ExpectedOutcome, Webhook } from './model.ts'

type Decision = 'allow' | 'deny' | 'no opinion'

/** Cached decisions of a webhook. */
type DecisionCache = Map<string, Decision>

/**
 * Returns the outcomes of the requests of a case, one after the other. Open outcomes are strings that
 * describe the open part.
 */
export function outcomesOf({ webhooks, requests }: ChainCase): readonly (ExpectedOutcome | string)[] {
  const decisionCaches = webhooks.map((): DecisionCache => new Map())
  const seenKeys = new Set<string>()
  return requests.map(({ attributes, answers }) => {
    const key = JSON.stringify(attributes)
    const chainOutcome = outcomeOfChain(webhooks, attributes, answers, decisionCaches, key, seenKeys.has(key))
    seenKeys.add(key)
    return chainOutcome
  })
}

function outcomeOfChain(
  webhooks: readonly Webhook[],
  attributes: Attributes,
  answers: readonly WebhookAnswer[],
  memories: readonly DecisionCache[],
  key: string,
  isRepeated: boolean,
): ExpectedOutcome | string {
  const calledWebhooks: (boolean | undefined)[] = webhooks.map(() => false)
  for (const [at, webhook] of webhooks.entries()) {
    const matchResult = matchConditions(webhook.conditions, attributes)
    if (matchResult === 'false') continue
    if (matchResult === 'both') {
      // The order of an error and a false condition is not documented. The order does not matter unless the error
      // denies the request.
      if (webhook.failurePolicy === 'deny') return 'a condition is false and another fails'
      continue
    }
    const cachedDecision = matchResult === 'true' ? memories[at]?.get(key) : undefined
    const decision =
      matchResult === 'error'
        ? webhook.failurePolicy
        : (cachedDecision ?? decisionOf(answers[at] ?? 'no opinion', webhook))
    if (matchResult === 'true') {
      const isDefinite = isCertain(answers[at] ?? 'no opinion')
      // Caching of decisions other than allow and deny is open.
      calledWebhooks[at] = cachedDecision !== undefined ? false : isRepeated && !isDefinite ? undefined : true
      if (isDefinite) cacheDecision(memories[at], key, decision, webhook)
    }
    if (decision !== 'no opinion')
      return { decision: decision === 'allow' ? 'allowed' : 'refused', asked: calledWebhooks }
  }
  return { decision: 'refused', asked: calledWebhooks }
}

/** Stores an allow or deny decision if the webhook is cached. Cache entries do not expire during a case. */
function cacheDecision(
  memory: DecisionCache | undefined,
  key: string,
  decision: Decision,
  { cachesAllowed, cachesDenied }: Webhook,
): void {
  if (decision === 'allow' ? cachesAllowed : cachesDenied) memory?.set(key, decision)
}

function isCertain(answer: WebhookAnswer): boolean {
  return answer === 'allow' || answer === 'deny'
}

/** Returns the decision for a response. The failure policy applies to failed calls and malformed responses. */
function decisionOf(answer: WebhookAnswer, { failurePolicy }: Webhook): Decision {
  return answer === 'allow' || answer === 'deny' || answer === 'no opinion' ? answer : failurePolicy
}

/** Returns the result of the match conditions: all true, one false, one without a value, or both of these. */
function matchConditions(
  conditions: readonly Expression[],
  attributes: Attributes,
): 'true' | 'false' | 'error' | 'both' {
  const request = requestOf(attributes)
  const values = conditions.map((condition) => {
    try {
      const value = evaluate(condition, { request })
      return typeof value === 'boolean' ? value : 'error'
    } catch (thrown) {
      if (thrown instanceof NoValue) return 'error'
      throw thrown
    }
  })
  const [isFalse, fails] = [values.includes(false), values.includes('error')]
  if (isFalse && fails) return 'both'
  return isFalse ? 'false' : fails ? 'error' : 'true'
}

/** Returns the review that expressions read, which has version v1 regardless of the sent version. */
function requestOf({ user, groups, resource, path }: Attributes): object {
  return {
    user,
    groups,
    ...(resource && { resourceAttributes: resource }),
    ...(path && { nonResourceAttributes: path }),
  }
}
