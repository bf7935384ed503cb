import type { FlagValues } from '../../../flags/flag-values.ts'
import type { ServerQuirks } from '../../faults.ts'
import type { WebhookSettings } from './settings.ts'

/** Milliseconds a call may take; the documents give no flag for it. */
const timeoutMs = 30_000

/** The settings of mode Webhook. */
export function webhookFromFlags(flags: FlagValues, quirks: ServerQuirks): WebhookSettings {
  const ttl = (name: string, ignored: boolean, byDefault: number) =>
    ignored || !flags.isSet(name) ? byDefault : (flags.durationMs(name) ?? byDefault)
  const [allowFlag, denyFlag] = [
    'authorization-webhook-cache-authorized-ttl',
    'authorization-webhook-cache-unauthorized-ttl',
  ]
  const [allowDefault, denyDefault] = defaults(flags, quirks)
  const ignoresAllow = flags.isSet(allowFlag) && quirks.fault('authorized-ttl-flag-ignored')
  const ignoresDeny = flags.isSet(denyFlag) && quirks.fault('unauthorized-ttl-flag-ignored')
  return {
    name: 'default',
    version: version(flags, quirks),
    authorizedTtlMs: ttl(allowFlag, ignoresAllow, allowDefault),
    cacheAuthorized: true,
    unauthorizedTtlMs: ttl(denyFlag, ignoresDeny, denyDefault),
    cacheUnauthorized: true,
    timeoutMs,
    failurePolicy: quirks.freedom('webhook-mode-fails-closed') ? 'Deny' : 'NoOpinion',
    conditions: [],
  }
}

/** Milliseconds that allow answers, and other answers, are kept unless a flag says otherwise. */
function defaults(flags: FlagValues, quirks: ServerQuirks): readonly [allow: number, deny: number] {
  const unset = ['authorized', 'unauthorized'].some(
    (sort) => !flags.isSet(`authorization-webhook-cache-${sort}-ttl`),
  )
  const swapped = unset && quirks.fault('authorization-webhook-default-cache-times-swapped')
  return swapped ? [30_000, 300_000] : [300_000, 30_000]
}

function version(flags: FlagValues, quirks: ServerQuirks): 'v1' | 'v1beta1' {
  const isSet = flags.isSet('authorization-webhook-version')
  if (!isSet) return quirks.fault('authorization-webhook-version-default-v1') ? 'v1' : 'v1beta1'
  const wanted = flags.string('authorization-webhook-version') === 'v1' ? 'v1' : 'v1beta1'
  return wanted === 'v1' && quirks.fault('authorization-webhook-version-ignored') ? 'v1beta1' : wanted
}
