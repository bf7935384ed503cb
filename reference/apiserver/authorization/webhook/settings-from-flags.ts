import type { FlagValues } from '../../../flags/flag-values.ts'
import { fault, freedom } from '../../../quirks/quirks.ts'
import type { WebhookSettings } from './settings.ts'

/** Timeout of a call in milliseconds; the documents specify no flag for it. */
const timeoutMs = 30_000

/** Returns the settings of mode Webhook. */
export function webhookFromFlags(flags: FlagValues): WebhookSettings {
  return {
    name: 'default',
    version: version(flags),
    authorizedTtlMs: cacheTimeMs('authorized', flags),
    cacheAuthorized: true,
    unauthorizedTtlMs: cacheTimeMs('unauthorized', flags),
    cacheUnauthorized: true,
    timeoutMs,
    failurePolicy: freedom('webhook-mode-fails-closed') ? 'Deny' : 'NoOpinion',
    conditions: [],
  }
}

const kinds = {
  authorized: {
    defaultMs: 300_000,
    zero: 'authorized-ttl-default-zero',
    ignored: 'authorized-ttl-flag-ignored',
  },
  unauthorized: {
    defaultMs: 30_000,
    zero: 'unauthorized-ttl-default-zero',
    ignored: 'unauthorized-ttl-flag-ignored',
  },
} as const

/** Returns the milliseconds for which allow responses, or other responses, are cached. */
function cacheTimeMs(kind: keyof typeof kinds, flags: FlagValues): number {
  const flag = `authorization-webhook-cache-${kind}-ttl`
  const { defaultMs, zero, ignored } = kinds[kind]
  if (!flags.isSet(flag)) return fault(zero) ? 0 : defaultMs
  return fault(ignored) ? defaultMs : (flags.durationMs(flag) ?? defaultMs)
}

function version(flags: FlagValues): 'v1' | 'v1beta1' {
  const isVersionSet = flags.isSet('authorization-webhook-version')
  if (!isVersionSet) return fault('authorization-webhook-version-default-v1') ? 'v1' : 'v1beta1'
  const reviewVersion = flags.string('authorization-webhook-version') === 'v1' ? 'v1' : 'v1beta1'
  return reviewVersion === 'v1' && fault('authorization-webhook-version-ignored') ? 'v1beta1' : reviewVersion
}
