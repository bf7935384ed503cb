import { sharedOutcome } from '../../../shared/api-server.ts'
import { helpRule, typeRule } from '../../../shared/flags/flag-rules.ts'

helpRule({ flag: '--api-audiences', type: 'strings' })
helpRule({ flag: '--authentication-token-webhook-cache-ttl', type: 'duration', default: '2m0s' })
helpRule({ flag: '--authentication-token-webhook-config-file', type: 'string' })
helpRule({ flag: '--authentication-token-webhook-version', type: 'string', default: 'v1beta1' })
helpRule({ flag: '--client-ca-file', type: 'string' })
helpRule({ flag: '--enable-bootstrap-token-auth', type: 'bool' })
helpRule({ flag: '--requestheader-allowed-names', type: 'strings' })
helpRule({ flag: '--requestheader-client-ca-file', type: 'string' })
helpRule({ flag: '--requestheader-extra-headers-prefix', type: 'strings' })
helpRule({ flag: '--requestheader-group-headers', type: 'strings' })
helpRule({ flag: '--requestheader-uid-headers', type: 'strings' })
helpRule({ flag: '--requestheader-username-headers', type: 'strings' })
helpRule({ flag: '--service-account-extend-token-expiration', type: 'bool', default: 'true' })
helpRule({ flag: '--service-account-issuer', type: 'strings' })
helpRule({ flag: '--service-account-jwks-uri', type: 'string' })
helpRule({ flag: '--service-account-key-file', type: 'strings' })
helpRule({ flag: '--service-account-lookup', type: 'bool', default: 'true' })
helpRule({ flag: '--service-account-max-token-expiration', type: 'duration' })
helpRule({ flag: '--service-account-signing-endpoint', type: 'string' })
helpRule({ flag: '--service-account-signing-key-file', type: 'string' })
helpRule({ flag: '--token-auth-file', type: 'string' })

const durations = { values: { 'a number without a unit': '10', 'a word': 'soon' }, type: 'duration' }
const bools = { values: { 'a word': 'perhaps', 'a number': '2' }, type: 'bool' }
const typed = [
  { flag: '--authentication-token-webhook-cache-ttl', value: '1m', ...durations },
  { flag: '--enable-bootstrap-token-auth', value: true, ...bools },
  { flag: '--service-account-extend-token-expiration', value: false, ...bools },
  { flag: '--service-account-lookup', value: true, ...bools },
  { flag: '--service-account-max-token-expiration', value: '2h', ...durations },
] as const
const together = sharedOutcome(() => ({
  flags: Object.fromEntries(typed.map(({ flag, value }) => [flag, value])),
}))

for (const { value, ...flag } of typed) typeRule({ ...flag, accepted: { value, together } })
