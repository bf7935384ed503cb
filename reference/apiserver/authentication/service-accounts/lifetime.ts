import type { ServerQuirks } from '../../faults.ts'
import { ApiError } from '../../../serving/api-error.ts'
import type { Json } from '../../../serving/json-body.ts'
import type { ServiceAccountSettings } from './settings.ts'

/** How long a token lives, in seconds since the epoch and seconds. */
export interface Lifetime {
  readonly now: number
  /** What the token itself says. */
  readonly seconds: number
  /** What the answer says: an extended token should be renewed much earlier. */
  readonly shownSeconds: number
}

const usualSeconds = 3600
/** The odd life by which tokens injected into pods are told from others. */
const injectedSeconds = 3607
const yearSeconds = 365 * 24 * 3600
const shortestSeconds = 600

/** The life of a new token; throws an ApiError for one that cannot be. */
export function lifetime(
  { expirationSeconds }: Json,
  isForPod: boolean,
  { longestMs, extendsInjected }: ServiceAccountSettings,
  quirks: ServerQuirks,
): Lifetime {
  const wanted = expirationSeconds ?? usualSeconds
  if (typeof wanted !== 'number' || !Number.isInteger(wanted) || wanted <= 0) {
    throw new ApiError(422, 'spec.expirationSeconds: must be a positive whole number')
  }
  if (wanted < shortestSeconds && !quirks.freedom('short-lived-tokens-issued')) {
    throw new ApiError(422, `spec.expirationSeconds: must be at least ${shortestSeconds}`)
  }
  const now = Math.floor(Date.now() / 1000)
  const longest = longestMs === undefined ? Number.POSITIVE_INFINITY : Math.floor(longestMs / 1000)
  const isInjected =
    wanted === injectedSeconds
      ? isForPod || quirks.fault('tokens-without-pod-extended')
      : isForPod && quirks.fault('any-pod-token-extended')
  if (isInjected && extendsInjected()) {
    const limited = longest < yearSeconds && quirks.fault('token-extension-limited-by-maximum')
    const seconds = quirks.fault('token-extension-without-effect') ? injectedSeconds : yearSeconds
    return { now, seconds: limited ? Math.min(seconds, longest) : seconds, shownSeconds: wanted }
  }
  if (wanted > longest && quirks.fault('long-token-requests-refused')) {
    throw new ApiError(422, `spec.expirationSeconds: must be at most ${longest}`)
  }
  const anHour =
    longestMs === undefined && wanted > usualSeconds && quirks.fault('max-token-expiration-default-an-hour')
  const shortened = Math.min(wanted, anHour ? usualSeconds : longest)
  const stretched =
    wanted < longest && longestMs !== undefined && quirks.fault('maximum-used-for-every-token')
  const seconds = stretched ? longest : shortened
  return { now, seconds, shownSeconds: seconds }
}
