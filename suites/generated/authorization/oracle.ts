import { evaluate, NoValue } from '../cel/evaluate.ts'
import type { Expression } from '../cel/expression.ts'
import type { Answer, Attributes, ChainCase, Outcome, Webhook } from './model.ts'

type Decision = 'allow' | 'deny' | 'no opinion'

/** What a webhook still knows of a request. */
type Memory = Map<string, Decision>

/** What becomes of the requests of a case, one after the other; open ones are texts that say what is open. */
export function outcomesOf({ webhooks, requests }: ChainCase): readonly (Outcome | string)[] {
  const memories = webhooks.map((): Memory => new Map())
  const seen = new Set<string>()
  return requests.map(({ attributes, answers }) => {
    const key = JSON.stringify(attributes)
    const outcome = through(webhooks, attributes, answers, memories, key, seen.has(key))
    seen.add(key)
    return outcome
  })
}

function through(
  webhooks: readonly Webhook[],
  attributes: Attributes,
  answers: readonly Answer[],
  memories: readonly Memory[],
  key: string,
  isRepeated: boolean,
): Outcome | string {
  const asked: (boolean | undefined)[] = webhooks.map(() => false)
  for (const [at, webhook] of webhooks.entries()) {
    const matched = matching(webhook.conditions, attributes)
    if (matched === 'false') continue
    if (matched === 'both') {
      // Whether an error or a false condition comes first is not shown; where nothing is denied it is all the same.
      if (webhook.failurePolicy === 'deny') return 'a condition is false and another fails'
      continue
    }
    const known = matched === 'true' ? memories[at]?.get(key) : undefined
    const decision =
      matched === 'error' ? webhook.failurePolicy : (known ?? answered(answers[at] ?? 'no opinion', webhook))
    if (matched === 'true') {
      const definite = isCertain(answers[at] ?? 'no opinion')
      // What is no allow and no deny may be kept or not.
      asked[at] = known !== undefined ? false : isRepeated && !definite ? undefined : true
      if (definite) remember(memories[at], key, decision, webhook)
    }
    if (decision !== 'no opinion') return { decision: decision === 'allow' ? 'allowed' : 'refused', asked }
  }
  return { decision: 'refused', asked }
}

/** An allow or deny decision is kept where the webhook says so; the times of these cases never end meanwhile. */
function remember(
  memory: Memory | undefined,
  key: string,
  decision: Decision,
  { cachesAllowed, cachesDenied }: Webhook,
): void {
  if (decision === 'allow' ? cachesAllowed : cachesDenied) memory?.set(key, decision)
}

function isCertain(answer: Answer): boolean {
  return answer === 'allow' || answer === 'deny'
}

/** A call that fails and an answer that is malformed come to what the failure policy says. */
function answered(answer: Answer, { failurePolicy }: Webhook): Decision {
  return answer === 'allow' || answer === 'deny' || answer === 'no opinion' ? answer : failurePolicy
}

/** What the match conditions come to: all hold, one does not, one has no value, or both of these. */
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

/** The review of version v1 as expressions see it, whatever version is sent. */
function requestOf({ user, groups, resource, path }: Attributes): object {
  return {
    user,
    groups,
    ...(resource && { resourceAttributes: resource }),
    ...(path && { nonResourceAttributes: path }),
  }
}
