import * as reviewFaults from '../webhook/faults.ts'
import { tokenFields, reviewShapes } from '../webhook/shapes.ts'
import { standAloneWebhook } from '../webhook/stand-alone.ts'
import { startTokenWebhooks } from './index.ts'
import * as faults from './faults.ts'

/** Definition of the token webhook for `orch-conformance mock token-webhook`. */
export const standAlone = standAloneWebhook({
  name: 'token-webhook',
  summary: 'a token webhook: TokenReview v1 and v1beta1, knows the token `alice-token`',
  faults: { ...faults, ...reviewFaults },
  shapes: reviewShapes('status', tokenFields),
  startHost: (options) =>
    startTokenWebhooks({
      ...options,
      tokens: { 'alice-token': { username: 'alice', uid: 'u-alice', groups: ['dev'] } },
    }),
  directions: (path) => ({
    flags: {
      '--authentication-token-webhook-config-file': { path },
      '--authentication-token-webhook-version': 'v1',
    },
    notes: ['The token alice-token belongs to alice of the group dev.'],
  }),
})
