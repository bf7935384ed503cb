import { inTurn } from '#harness/check/rule.ts'
import { sharedTokenWebhooks } from '../../../shared/peers.ts'
import { tokenWebhookExchange } from './webhook.ts'
import { tokenWebhookCache, tokenWebhookDefaultCache } from './cache.ts'
import { authorizationWebhookFailures, tokenWebhookFailures } from './failures.ts'
import { tokenWorld } from './world.ts'
import { defaultCacheTimes } from '../authorization/default-cache-times.ts'
import {
  authorizationCacheTimes,
  authorizationExchange,
  webhookServers,
} from '../authorization/webhook-flags.ts'

const host = sharedTokenWebhooks()
const tokens = {
  short: tokenWorld(host, 'short', { '--authentication-token-webhook-cache-ttl': '2500ms' }),
  long: tokenWorld(host, 'long', {
    '--authentication-token-webhook-cache-ttl': '15s',
    '--authentication-token-webhook-version': 'v1',
  }),
  byDefault: tokenWorld(host, 'by-default', {}),
}

const authorization = webhookServers()

// All cache times run in parallel, and checks that need no wait run in the meantime.
tokenWebhookCache(tokens.short, tokens.long)
tokenWebhookDefaultCache(tokens.byDefault)
authorizationCacheTimes(authorization.plain, authorization.v1)
defaultCacheTimes(authorization.byDefault)
tokenWebhookFailures(tokens.long)
authorizationWebhookFailures(authorization.v1)
inTurn(() => {
  tokenWebhookExchange(tokens.short, tokens.long)
  authorizationExchange(authorization.plain, authorization.v1)
})
