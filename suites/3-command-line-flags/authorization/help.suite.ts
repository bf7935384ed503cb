import { helpRule, typeRule } from '../flag-rules.ts'

helpRule({ flag: '--authorization-config', type: 'string' })
helpRule({ flag: '--authorization-mode', type: 'strings' })
helpRule({ flag: '--authorization-policy-file', type: 'string' })
helpRule({ flag: '--authorization-webhook-cache-authorized-ttl', type: 'duration', default: '5m0s' })
helpRule({ flag: '--authorization-webhook-cache-unauthorized-ttl', type: 'duration', default: '30s' })
helpRule({ flag: '--authorization-webhook-config-file', type: 'string' })
helpRule({ flag: '--authorization-webhook-version', type: 'string', default: 'v1beta1' })

const twin = 'flag.authorization-mode.values/accepts-all-six-modes-in-any-order'
const noDurations = { 'a number without a unit': '10', 'a word': 'soon' }

typeRule({
  flag: '--authorization-webhook-cache-authorized-ttl',
  type: 'duration',
  values: noDurations,
  twin,
})
typeRule({
  flag: '--authorization-webhook-cache-unauthorized-ttl',
  type: 'duration',
  values: noDurations,
  twin,
})
