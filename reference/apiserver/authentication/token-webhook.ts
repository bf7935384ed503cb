import type { Poster } from '../../client-config/client.ts'
import { isMapping } from '../../config/decode.ts'
import type { FlagValues } from '../../flags/flag-values.ts'
import { fault } from '../../quirks/quirks.ts'
import { type Json, member } from '../../serving/json-body.ts'
import { type Authenticated, AuthenticationError, type TokenAuthenticator } from '../api/authenticator.ts'
import { user, type UserInfo } from '../../serving/user.ts'

const group = 'authentication.orch.io'
/** Timeout of a call in milliseconds; the documents specify no flag for it. */
const timeoutMs = 30_000

/** Settings of calls to the webhook, and of the cache of its responses. */
export interface TokenWebhookSettings {
  readonly version: 'v1' | 'v1beta1'
  /** Milliseconds for which responses are cached. */
  readonly ttlMs: number
  readonly apiAudiences: readonly string[]
}

/** Returns the settings of the `--authentication-token-webhook-*` flags. */
export function tokenWebhookSettings(
  flags: FlagValues,
  apiAudiences: readonly string[],
): TokenWebhookSettings {
  const ttlFlag = 'authentication-token-webhook-cache-ttl'
  const isTtlIgnored = flags.isSet(ttlFlag) && fault('token-webhook-ttl-flag-ignored')
  const isDefaultZero = !flags.isSet(ttlFlag) && fault('token-webhook-ttl-default-zero')
  const ttlMs = isTtlIgnored ? 120_000 : (flags.durationMs(ttlFlag) ?? 120_000)
  return { version: versionOf(flags), ttlMs: isDefaultZero ? 0 : ttlMs, apiAudiences }
}

function versionOf(flags: FlagValues): 'v1' | 'v1beta1' {
  const flag = 'authentication-token-webhook-version'
  if (!flags.isSet(flag)) return fault('token-webhook-version-default-v1') ? 'v1' : 'v1beta1'
  const isV1 = flags.string(flag) === 'v1'
  return isV1 && !fault('token-webhook-version-ignored') ? 'v1' : 'v1beta1'
}

interface Entry {
  readonly authenticated: Authenticated | undefined
  readonly bestBefore: number
}

/** Authenticates tokens by a webhook and caches its responses. */
export function tokenWebhook(settings: TokenWebhookSettings, client: Poster): TokenAuthenticator {
  const cache = new Map<string, Entry>()
  return {
    async authenticateToken(token, audiences = settings.apiAudiences) {
      const key = JSON.stringify([token, audiences])
      const entry = cache.get(key)
      if (entry !== undefined) {
        const isFresh = entry.bestBefore >= performance.now()
        if (isFresh ? !fault('token-webhook-answers-not-cached') : fault('token-webhook-ttl-endless')) {
          return entry.authenticated
        }
      }
      const result = await reviewToken(token, audiences, settings, client)
      const isFirstReview = !cache.has(key) || !fault('expired-review-not-cached-again')
      if (settings.ttlMs > 0 && isFirstReview) {
        cache.set(key, { authenticated: result, bestBefore: performance.now() + settings.ttlMs })
      }
      return result
    },
  }
}

async function reviewToken(
  token: string,
  audiences: readonly string[],
  { version }: TokenWebhookSettings,
  client: Poster,
): Promise<Authenticated | undefined> {
  const apiVersion = `${group}/${version}`
  const spec = { token, ...(audiences.length === 0 ? {} : { audiences }) }
  const review = { kind: 'TokenReview', apiVersion, metadata: {}, spec, status: { user: {} } }
  try {
    const { status, body } = await client.post(review, timeoutMs)
    if ((status < 200 || status > 299) && !fault('token-webhook-error-status-read-as-answer')) {
      throw new Error(`it answered ${status}`)
    }
    return decisionOf(parse(body, apiVersion), audiences)
  } catch (error) {
    if (error instanceof AuthenticationError) throw error
    if (fault('token-webhook-failure-lets-in')) return { user: user('unknown') }
    throw new AuthenticationError(`token webhook: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function parse(body: string, apiVersion: string): Json {
  const answer: unknown = JSON.parse(body)
  const isReview = isMapping(answer) && answer['kind'] === 'TokenReview'
  if (!isMapping(answer) || (!isReview && !fault('token-webhook-answer-kind-unchecked'))) {
    throw new Error('it answered no TokenReview')
  }
  if (answer['apiVersion'] !== apiVersion && !fault('token-webhook-answer-version-unchecked')) {
    throw new Error(`it answered another version than ${apiVersion}`)
  }
  return member(answer, 'status')
}

function decisionOf(status: Json, wantedAudiences: readonly string[]): Authenticated | undefined {
  const { authenticated: isAuthenticated, error, audiences } = status
  const isText = isAuthenticated === 'true' && fault('token-webhook-answer-types-unchecked')
  const authenticatedValue = isText ? true : isAuthenticated
  if (authenticatedValue !== undefined && typeof authenticatedValue !== 'boolean') {
    throw new Error('authenticated must be true or false')
  }
  const hasUsername = authenticatedValue !== true && member(status, 'user')['username'] !== undefined
  const isIgnored = hasUsername && fault('token-webhook-user-beats-refusal')
  if (authenticatedValue !== true && !isIgnored && !fault('token-webhook-refusal-ignored')) {
    if (typeof error === 'string' && error !== '') throw new AuthenticationError(`token webhook: ${error}`)
    return undefined
  }
  const grantedAudiences = Array.isArray(audiences) ? audiences.map(String) : []
  const commonAudiences = grantedAudiences.filter((audience) => wantedAudiences.includes(audience))
  if (grantedAudiences.length > 0 && wantedAudiences.length > 0 && commonAudiences.length === 0) {
    throw new AuthenticationError(`token webhook: the token is for ${JSON.stringify(grantedAudiences)}`)
  }
  return {
    user: userOf(member(status, 'user')),
    ...(commonAudiences.length === 0 ? {} : { audiences: commonAudiences }),
  }
}

function userOf({ username, uid, groups, extra }: Json): UserInfo {
  const stringsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const attributes = Object.entries(isMapping(extra) ? extra : {})
  const userDetails = { uid: typeof uid === 'string' ? uid : '', groups: stringsOf(groups) }
  return user(typeof username === 'string' ? username : '', {
    uid: userDetails.uid !== '' && fault('token-webhook-uid-dropped') ? '' : userDetails.uid,
    groups: userDetails.groups.length > 0 && fault('token-webhook-groups-dropped') ? [] : userDetails.groups,
    extra:
      attributes.length > 0 && fault('token-webhook-extra-dropped')
        ? {}
        : Object.fromEntries(attributes.map(([key, values]) => [key, stringsOf(values)])),
  })
}
