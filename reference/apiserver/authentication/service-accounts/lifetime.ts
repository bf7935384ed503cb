import { fault, freedom } from '../../../quirks/quirks.ts'
import { ApiError } from '../../../serving/api-error.ts'
import type { Json } from '../../../serving/json-body.ts'
import type { ServiceAccountSettings } from './settings.ts'

/** Lifetime of a token: its start in seconds since the epoch, and its length in seconds. */
export interface Lifetime {
  readonly now: number
  /** Lifetime that the token states. */
  readonly seconds: number
  /** Lifetime in the response: an extended token should be renewed much earlier. */
  readonly shownSeconds: number
}

const defaultSeconds = 3600
/** Lifetime in seconds that identifies requests for tokens that are injected into pods. */
const injectedSeconds = 3607
const yearSeconds = 365 * 24 * 3600
const minSeconds = 600

/** Returns the lifetime of a new token. Throws an ApiError for an invalid lifetime. */
export function lifetime(
  { expirationSeconds }: Json,
  isForPod: boolean,
  { longestMs, extendsInjected }: ServiceAccountSettings,
): Lifetime {
  const requestedSeconds = expirationSeconds ?? defaultSeconds
  if (typeof requestedSeconds !== 'number' || !Number.isInteger(requestedSeconds) || requestedSeconds <= 0) {
    throw new ApiError(422, 'spec.expirationSeconds: must be a positive whole number')
  }
  if (requestedSeconds < minSeconds && !freedom('short-lived-tokens-issued')) {
    throw new ApiError(422, `spec.expirationSeconds: must be at least ${minSeconds}`)
  }
  const now = Math.floor(Date.now() / 1000)
  const maxSeconds = longestMs === undefined ? Number.POSITIVE_INFINITY : Math.floor(longestMs / 1000)
  const isInjected =
    requestedSeconds === injectedSeconds
      ? isForPod || fault('tokens-without-pod-extended')
      : isForPod && fault('any-pod-token-extended')
  if (isInjected && extendsInjected()) {
    const isExtensionLimited = maxSeconds < yearSeconds && fault('token-extension-limited-by-maximum')
    const seconds = fault('token-extension-without-effect') ? injectedSeconds : yearSeconds
    return {
      now,
      seconds: isExtensionLimited ? Math.min(seconds, maxSeconds) : seconds,
      shownSeconds: requestedSeconds,
    }
  }
  if (requestedSeconds > maxSeconds && fault('long-token-requests-refused')) {
    throw new ApiError(422, `spec.expirationSeconds: must be at most ${maxSeconds}`)
  }
  const isLimitedToHour =
    longestMs === undefined &&
    requestedSeconds > defaultSeconds &&
    fault('max-token-expiration-default-an-hour')
  const isMaximumIgnored =
    isForPod && requestedSeconds > maxSeconds && fault('max-token-expiration-of-unbound-tokens-alone')
  const maximum = isMaximumIgnored ? requestedSeconds : maxSeconds
  const limitedSeconds = Math.min(requestedSeconds, isLimitedToHour ? defaultSeconds : maximum)
  const usesMaximum =
    requestedSeconds < maxSeconds && longestMs !== undefined && fault('maximum-used-for-every-token')
  const seconds = usesMaximum ? maxSeconds : limitedSeconds
  return { now, seconds, shownSeconds: seconds }
}
