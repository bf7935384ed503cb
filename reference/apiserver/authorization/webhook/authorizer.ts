import type { Poster } from '../../../client-config/client.ts'
import { ExpressionError } from '../../cel/expression.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import type { Metrics } from '../../../serving/metrics.ts'
import type { Attributes, ChainLink, Decision } from '../authorizer.ts'
import { metricName } from './metric-name.ts'
import { MalformedResponse, readResponse } from './response.ts'
import { DecisionCache } from './cache.ts'
import { conditionRequest, conditionsMatch, hasMixedResults } from './match-conditions.ts'
import { type ReviewSpec, type ReviewVersion, reviewObject, reviewSpec } from './review.ts'
import type { WebhookSettings } from './settings.ts'

/** Calls a webhook for requests that match its conditions. */
export class WebhookAuthorizer implements ChainLink {
  readonly type = 'Webhook'
  readonly #settings: WebhookSettings
  readonly #client: Poster
  readonly #metrics: Metrics
  readonly #cache: DecisionCache
  #isDead = false

  constructor(settings: WebhookSettings, client: Poster, metrics: Metrics) {
    this.#settings = settings
    this.#client = client
    this.#metrics = metrics
    this.#cache = new DecisionCache(settings)
  }

  get isDead(): boolean {
    return this.#isDead
  }

  get name(): string {
    return this.#settings.name
  }

  async decide(attributes: Attributes): Promise<Decision> {
    const spec = reviewSpec(attributes)
    try {
      const request = conditionRequest(spec, this.#settings.version === 'v1beta1')
      if (!conditionsMatch(this.#settings.conditions, request)) {
        const isMatched = hasMixedResults(this.#settings.conditions, request)
        return { verdict: isMatched && fault('partly-matching-request-denied') ? 'deny' : 'no opinion' }
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      if (!fault('condition-error-counts-as-true')) {
        if (fault('condition-error-counts-as-false')) return { verdict: 'no opinion' }
        if (spec.resourceAttributes !== undefined && fault('condition-error-of-objects-ignored'))
          return { verdict: 'no opinion' }
        return this.#decisionOnFailure(`match condition: ${error.message}`, 'condition-error-policy-inverted')
      }
    }
    return this.#cache.get(spec) ?? this.#sendReview(spec)
  }

  async #sendReview(spec: ReviewSpec): Promise<Decision> {
    const { timeoutMs, name } = this.#settings
    const version = this.#sentVersion()
    const usesSingular =
      version === 'v1beta1' && !(spec.groups !== undefined && fault('v1beta1-sent-with-groups'))
    try {
      const limitMs = fault('webhook-timeout-ignored') ? 30_000 : timeoutMs
      const divisor = fault('webhook-timeout-halved') ? 2 : fault('webhook-timeout-in-tenths') ? 10 : 1
      const effectiveMs = this.#effectiveTimeoutMs(limitMs / divisor)
      const reply = await this.#client.post(
        reviewObject(this.#sentSpec(spec), version, usesSingular),
        effectiveMs,
      )
      if (timeoutMs < 1000 && fault('webhook-timeout-below-a-second-fails')) throw new Error('timed out')
      this.#isDead = false
      const decision = readResponse(reply, version)
      this.#cache.put(spec, decision)
      this.#count('success')
      return decision
    } catch (error) {
      this.#count('error')
      const failureText = `webhook ${name}: ${error instanceof Error ? error.message : String(error)}`
      if (error instanceof MalformedResponse) {
        if (fault('malformed-answer-allows')) return { verdict: 'allow' }
        return this.#decisionOnFailure(failureText, 'malformed-answer-policy-inverted')
      }
      this.#isDead = true
      if (fault('failed-call-allows')) return { verdict: 'allow' }
      if (spec.resourceAttributes !== undefined && fault('failed-call-about-objects-passed-on'))
        return { verdict: 'no opinion' }
      const decision = this.#decisionOnFailure(failureText, 'failed-call-policy-inverted')
      if (freedom('failures-cached')) this.#cache.put(spec, decision)
      return decision
    }
  }

  /** Returns the timeout. A fault rounds a fraction of a second up. */
  #effectiveTimeoutMs(timeoutMs: number): number {
    const isRoundedUp = timeoutMs % 1000 !== 0 && fault('webhook-timeout-rounded-up-to-seconds')
    return isRoundedUp ? Math.ceil(timeoutMs / 1000) * 1000 : timeoutMs
  }

  #sentSpec(spec: ReviewSpec): ReviewSpec {
    const { groups, uid, extra, resourceAttributes, ...rest } = spec
    const { subresource, group, fieldSelector, labelSelector, ...attributes } = resourceAttributes ?? {}
    return {
      ...rest,
      ...(groups !== undefined && !fault('review-without-groups') && { groups }),
      ...(uid !== undefined && !fault('review-without-uid') && { uid }),
      ...(extra !== undefined && !fault('review-without-extra') && { extra }),
      ...(resourceAttributes !== undefined && {
        resourceAttributes: {
          ...attributes,
          ...(['create', 'patch', 'delete', 'deletecollection'].includes(String(attributes.verb)) &&
            fault('writes-reviewed-as-updates') && { verb: 'update' }),
          ...(group !== undefined && !fault('review-without-api-group') && { group }),
          ...(fieldSelector !== undefined && !fault('review-without-field-selector') && { fieldSelector }),
          ...(labelSelector !== undefined && !fault('review-without-label-selector') && { labelSelector }),
          ...(subresource !== undefined && !fault('review-without-subresource') && { subresource }),
        },
      }),
    }
  }

  #sentVersion(): ReviewVersion {
    const { version } = this.#settings
    if (version === 'v1') return fault('review-v1-sent-as-v1beta1') ? 'v1beta1' : 'v1'
    return fault('review-v1beta1-sent-as-v1') ? 'v1' : 'v1beta1'
  }

  #decisionOnFailure(
    error: string,
    invertedFault:
      | 'condition-error-policy-inverted'
      | 'malformed-answer-policy-inverted'
      | 'failed-call-policy-inverted',
  ): Decision {
    const deniesOnFailure = this.#settings.failurePolicy === 'Deny'
    const isPolicyIgnored = deniesOnFailure
      ? fault('failure-policy-deny-ignored')
      : fault('failure-policy-no-opinion-ignored')
    return {
      verdict: deniesOnFailure !== (isPolicyIgnored || fault(invertedFault)) ? 'deny' : 'no opinion',
      error,
    }
  }

  #count(result: 'success' | 'error'): void {
    this.#metrics.count('apiserver_authorization_webhook_evaluations_total', 'Calls of each webhook.', {
      name: metricName(this.name, this.type),
      result,
    })
  }
}
