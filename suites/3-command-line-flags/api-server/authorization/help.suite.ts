import { sharedOutcome } from '../../../shared/api-server.ts'
import { helpRule, typeRule } from '../../../shared/flags/flag-rules.ts'

helpRule({ flag: '--authorization-config', type: 'string' })
helpRule({ flag: '--authorization-mode', type: 'strings' })
helpRule({ flag: '--authorization-policy-file', type: 'string' })
helpRule({ flag: '--authorization-webhook-cache-authorized-ttl', type: 'duration', default: '5m0s' })
helpRule({ flag: '--authorization-webhook-cache-unauthorized-ttl', type: 'duration', default: '30s' })
helpRule({ flag: '--authorization-webhook-config-file', type: 'string' })
helpRule({ flag: '--authorization-webhook-version', type: 'string', default: 'v1beta1' })

const noDurations = { 'a number without a unit': '10', 'a word': 'soon' }
const cacheTimes = [
  { flag: '--authorization-webhook-cache-authorized-ttl', value: '1m' },
  { flag: '--authorization-webhook-cache-unauthorized-ttl', value: '20s' },
] as const
const together = sharedOutcome(() => ({
  flags: Object.fromEntries(cacheTimes.map(({ flag, value }) => [flag, value])),
}))

for (const { flag, value } of cacheTimes) {
  typeRule({ flag, type: 'duration', values: noDurations, accepted: { value, together } })
}
