import * as reviewLies from '../webhook/faults.ts'
import { token, reviewShapes } from '../webhook/shapes.ts'
import { standAloneWebhook } from '../webhook/stand-alone.ts'
import { startTokenWebhooks } from './index.ts'
import * as lies from './faults.ts'

/** Definition of the token webhook for `orch-conformance mock token-webhook`. */
export const standAlone = standAloneWebhook({
  name: 'token-webhook',
  summary: 'a token webhook: TokenReview v1 and v1beta1, knows the token `alice-token`',
  lies: { ...lies, ...reviewLies },
  shapes: reviewShapes('status', token),
  startHost: (options) =>
    startTokenWebhooks({
      ...options,
      tokens: { 'alice-token': { username: 'alice', uid: 'u-alice', groups: ['dev'] } },
    }),
  leads: (path) => ({
    flags: {
      '--authentication-token-webhook-config-file': { path },
      '--authentication-token-webhook-version': 'v1',
    },
    notes: ['The token alice-token belongs to alice of the group dev.'],
  }),
})
