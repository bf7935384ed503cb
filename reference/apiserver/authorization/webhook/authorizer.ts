import type { Poster } from '../../../client-config/client.ts'
import { ExpressionError } from '../../cel/expression.ts'
import type { ServerQuirks } from '../../faults.ts'
import type { Metrics } from '../../../serving/metrics.ts'
import type { Attributes, ChainLink, Decision } from '../authorizer.ts'
import { metricName } from './metric-name.ts'
import { MalformedResponse, readResponse } from './response.ts'
import { DecisionCache } from './cache.ts'
import { conditionRequest, matches, matchesAny } from './match-conditions.ts'
import { type ReviewSpec, type ReviewVersion, reviewObject, reviewSpec } from './review.ts'
import type { WebhookSettings } from './settings.ts'

/** Calls a webhook for requests that match its conditions. */
export class WebhookAuthorizer implements ChainLink {
  readonly type = 'Webhook'
  readonly #settings: WebhookSettings
  readonly #client: Poster
  readonly #metrics: Metrics
  readonly #quirks: ServerQuirks
  readonly #cache: DecisionCache
  #isDead = false

  constructor(settings: WebhookSettings, client: Poster, metrics: Metrics, quirks: ServerQuirks) {
    this.#settings = settings
    this.#client = client
    this.#metrics = metrics
    this.#quirks = quirks
    this.#cache = new DecisionCache(settings, quirks)
  }

  get isDead(): boolean {
    return this.#isDead
  }

  get name(): string {
    return this.#settings.name
  }

  async decide(attributes: Attributes): Promise<Decision> {
    const quirks = this.#quirks
    const spec = reviewSpec(attributes)
    try {
      const request = conditionRequest(spec, this.#settings.version === 'v1beta1', quirks)
      if (!matches(this.#settings.conditions, request, quirks)) {
        const partly = matchesAny(this.#settings.conditions, request)
        return { verdict: partly && quirks.fault('partly-matching-request-denied') ? 'deny' : 'no opinion' }
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      if (!quirks.fault('condition-error-counts-as-true')) {
        if (quirks.fault('condition-error-counts-as-false')) return { verdict: 'no opinion' }
        if (spec.resourceAttributes !== undefined && quirks.fault('condition-error-of-objects-ignored'))
          return { verdict: 'no opinion' }
        return this.#failed(`match condition: ${error.message}`, 'condition-error-policy-inverted')
      }
    }
    return this.#cache.get(spec) ?? this.#ask(spec)
  }

  async #ask(spec: ReviewSpec): Promise<Decision> {
    const quirks = this.#quirks
    const { timeoutMs, name } = this.#settings
    const version = this.#sentVersion()
    const singular =
      version === 'v1beta1' && !(spec.groups !== undefined && quirks.fault('v1beta1-sent-with-groups'))
    try {
      const patience = quirks.fault('webhook-timeout-ignored') ? 30_000 : timeoutMs
      const part = quirks.fault('webhook-timeout-halved')
        ? 2
        : quirks.fault('webhook-timeout-in-tenths')
          ? 10
          : 1
      const within = this.#rounded(patience / part)
      const reply = await this.#client.post(reviewObject(this.#told(spec), version, singular), within)
      if (timeoutMs < 1000 && quirks.fault('webhook-timeout-below-a-second-fails'))
        throw new Error('timed out')
      this.#isDead = false
      const decision = readResponse(reply, version, quirks)
      this.#cache.put(spec, decision)
      this.#count('success')
      return decision
    } catch (error) {
      this.#count('error')
      const cause = `webhook ${name}: ${error instanceof Error ? error.message : String(error)}`
      if (error instanceof MalformedResponse) {
        if (quirks.fault('malformed-answer-allows')) return { verdict: 'allow' }
        return this.#failed(cause, 'malformed-answer-policy-inverted')
      }
      this.#isDead = true
      if (quirks.fault('failed-call-allows')) return { verdict: 'allow' }
      if (spec.resourceAttributes !== undefined && quirks.fault('failed-call-about-objects-passed-on'))
        return { verdict: 'no opinion' }
      const decision = this.#failed(cause, 'failed-call-policy-inverted')
      if (quirks.freedom('failures-cached')) this.#cache.put(spec, decision)
      return decision
    }
  }

  /** Returns the timeout. A fault rounds a fraction of a second up. */
  #rounded(timeoutMs: number): number {
    const rounds = timeoutMs % 1000 !== 0 && this.#quirks.fault('webhook-timeout-rounded-up-to-seconds')
    return rounds ? Math.ceil(timeoutMs / 1000) * 1000 : timeoutMs
  }

  #told(spec: ReviewSpec): ReviewSpec {
    const { groups, uid, extra, resourceAttributes, ...rest } = spec
    const quirks = this.#quirks
    const { subresource, group, fieldSelector, labelSelector, ...attributes } = resourceAttributes ?? {}
    return {
      ...rest,
      ...(groups !== undefined && !quirks.fault('review-without-groups') && { groups }),
      ...(uid !== undefined && !quirks.fault('review-without-uid') && { uid }),
      ...(extra !== undefined && !quirks.fault('review-without-extra') && { extra }),
      ...(resourceAttributes !== undefined && {
        resourceAttributes: {
          ...attributes,
          ...(['create', 'patch', 'delete', 'deletecollection'].includes(String(attributes.verb)) &&
            quirks.fault('writes-reviewed-as-updates') && { verb: 'update' }),
          ...(group !== undefined && !quirks.fault('review-without-api-group') && { group }),
          ...(fieldSelector !== undefined &&
            !quirks.fault('review-without-field-selector') && { fieldSelector }),
          ...(labelSelector !== undefined &&
            !quirks.fault('review-without-label-selector') && { labelSelector }),
          ...(subresource !== undefined && !quirks.fault('review-without-subresource') && { subresource }),
        },
      }),
    }
  }

  #sentVersion(): ReviewVersion {
    const { version } = this.#settings
    if (version === 'v1') return this.#quirks.fault('review-v1-sent-as-v1beta1') ? 'v1beta1' : 'v1'
    return this.#quirks.fault('review-v1beta1-sent-as-v1') ? 'v1' : 'v1beta1'
  }

  #failed(
    error: string,
    inverted:
      | 'condition-error-policy-inverted'
      | 'malformed-answer-policy-inverted'
      | 'failed-call-policy-inverted',
  ): Decision {
    const quirks = this.#quirks
    const denies = this.#settings.failurePolicy === 'Deny'
    const ignored = denies
      ? quirks.fault('failure-policy-deny-ignored')
      : quirks.fault('failure-policy-no-opinion-ignored')
    return { verdict: denies !== (ignored || quirks.fault(inverted)) ? 'deny' : 'no opinion', error }
  }

  #count(result: 'success' | 'error'): void {
    this.#metrics.count('apiserver_authorization_webhook_evaluations_total', 'Calls of each webhook.', {
      name: metricName(this.name, this.type, this.#quirks),
      result,
    })
  }
}
