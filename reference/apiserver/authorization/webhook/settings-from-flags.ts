import type { FlagValues } from '../../../flags/flag-values.ts'
import type { ServerQuirks } from '../../faults.ts'
import type { WebhookSettings } from './settings.ts'

/** Milliseconds a call may take; the documents give no flag for it. */
const timeoutMs = 30_000

/** The settings of mode Webhook. */
export function webhookFromFlags(flags: FlagValues, quirks: ServerQuirks): WebhookSettings {
  return {
    name: 'default',
    version: version(flags, quirks),
    authorizedTtlMs: cacheTimeMs('authorized', flags, quirks),
    cacheAuthorized: true,
    unauthorizedTtlMs: cacheTimeMs('unauthorized', flags, quirks),
    cacheUnauthorized: true,
    timeoutMs,
    failurePolicy: quirks.freedom('webhook-mode-fails-closed') ? 'Deny' : 'NoOpinion',
    conditions: [],
  }
}

const defaultMs = { authorized: 300_000, unauthorized: 30_000 } as const

/** Milliseconds that allow answers, or all others, are kept. */
function cacheTimeMs(kind: keyof typeof defaultMs, flags: FlagValues, quirks: ServerQuirks): number {
  const flag = `authorization-webhook-cache-${kind}-ttl`
  if (!flags.isSet(flag)) return quirks.fault(`${kind}-ttl-default-zero`) ? 0 : defaultMs[kind]
  if (quirks.fault(`${kind}-ttl-flag-ignored`)) return defaultMs[kind]
  return flags.durationMs(flag) ?? defaultMs[kind]
}

function version(flags: FlagValues, quirks: ServerQuirks): 'v1' | 'v1beta1' {
  const isSet = flags.isSet('authorization-webhook-version')
  if (!isSet) return quirks.fault('authorization-webhook-version-default-v1') ? 'v1' : 'v1beta1'
  const wanted = flags.string('authorization-webhook-version') === 'v1' ? 'v1' : 'v1beta1'
  return wanted === 'v1' && quirks.fault('authorization-webhook-version-ignored') ? 'v1beta1' : wanted
}
