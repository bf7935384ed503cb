import { evaluate, NoValue } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { WebhookAnswer, Attributes, ChainCase, ExpectedOutcome, Webhook } from './model.ts'

type Decision = 'allow' | 'deny' | 'no opinion'

/** Cached decisions of a webhook. */
type Memory = Map<string, Decision>

/**
 * Returns the outcomes of the requests of a case, one after the other. Open outcomes are strings that
 * describe the open part.
 */
export function outcomesOf({ webhooks, requests }: ChainCase): readonly (ExpectedOutcome | string)[] {
  const memories = webhooks.map((): Memory => new Map())
  const known = new Set<string>()
  return requests.map(({ attributes, answers }) => {
    const key = JSON.stringify(attributes)
    const outcome = through(webhooks, attributes, answers, memories, key, known.has(key))
    known.add(key)
    return outcome
  })
}

function through(
  webhooks: readonly Webhook[],
  attributes: Attributes,
  answers: readonly WebhookAnswer[],
  memories: readonly Memory[],
  key: string,
  isRepeated: boolean,
): ExpectedOutcome | string {
  const called: (boolean | undefined)[] = webhooks.map(() => false)
  for (const [at, webhook] of webhooks.entries()) {
    const matched = matching(webhook.conditions, attributes)
    if (matched === 'false') continue
    if (matched === 'both') {
      // The order of an error and a false condition is not observable. It does not matter if nothing is denied.
      if (webhook.failurePolicy === 'deny') return 'a condition is false and another fails'
      continue
    }
    const known = matched === 'true' ? memories[at]?.get(key) : undefined
    const decision =
      matched === 'error' ? webhook.failurePolicy : (known ?? answered(answers[at] ?? 'no opinion', webhook))
    if (matched === 'true') {
      const definite = isCertain(answers[at] ?? 'no opinion')
      // A decision that is neither allow nor deny may be cached or not.
      called[at] = known !== undefined ? false : isRepeated && !definite ? undefined : true
      if (definite) remember(memories[at], key, decision, webhook)
    }
    if (decision !== 'no opinion')
      return { decision: decision === 'allow' ? 'allowed' : 'refused', asked: called }
  }
  return { decision: 'refused', asked: called }
}

/**
 * Stores an allow or deny decision if the webhook is cached. The cache times of these cases never expire during a case.
 */
function remember(
  memory: Memory | undefined,
  key: string,
  decision: Decision,
  { cachesAllowed, cachesDenied }: Webhook,
): void {
  if (decision === 'allow' ? cachesAllowed : cachesDenied) memory?.set(key, decision)
}

function isCertain(answer: WebhookAnswer): boolean {
  return answer === 'allow' || answer === 'deny'
}

/** The failure policy decides for a failed call and a malformed response. */
function answered(answer: WebhookAnswer, { failurePolicy }: Webhook): Decision {
  return answer === 'allow' || answer === 'deny' || answer === 'no opinion' ? answer : failurePolicy
}

/** Returns the result of the match conditions: all true, one false, one without a value, or both of these. */
function matching(
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

/** Returns the review of version v1 as expressions see it, with any version that is sent. */
function requestOf({ user, groups, resource, path }: Attributes): object {
  return {
    user,
    groups,
    ...(resource && { resourceAttributes: resource }),
    ...(path && { nonResourceAttributes: path }),
  }
}
