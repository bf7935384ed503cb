import { afterAll } from 'vitest'
import { inTurn } from '#harness/check/rule.ts'
import { tokenWebhookExchange } from './authentication-other/token-webhook.ts'
import { tokenWebhookCache, tokenWebhookDefaultCache } from './authentication-other/token-webhook-cache.ts'
import { stopHost, tokenWorld } from './authentication-other/token-webhook-world.ts'
import { defaultCacheTimes } from './authorization/default-cache-times.ts'
import {
  authorizationCacheTimes,
  authorizationExchange,
  webhookServers,
} from './authorization/webhook-flags.ts'

const tokens = {
  short: tokenWorld('short', { '--authentication-token-webhook-cache-ttl': '2500ms' }),
  long: tokenWorld('long', {
    '--authentication-token-webhook-cache-ttl': '5s',
    '--authentication-token-webhook-version': 'v1',
  }),
  byDefault: tokenWorld('by-default', {}),
}
afterAll(stopHost)

const authorization = webhookServers()

// All cache times pass together, and what needs no time is judged meanwhile.
tokenWebhookCache(tokens.short, tokens.long)
tokenWebhookDefaultCache(tokens.byDefault)
authorizationCacheTimes(authorization.plain, authorization.v1)
defaultCacheTimes(authorization.byDefault)
inTurn(() => {
  tokenWebhookExchange(tokens.short, tokens.long)
  authorizationExchange(authorization.plain, authorization.v1)
})
