import { standAlone } from '../reviewing/alone.ts'
import { startTokenWebhooks } from './index.ts'

/** The token webhook for `orch-conformance mock token-webhook`. */
export const alone = standAlone({
  name: 'token-webhook',
  summary: 'a token webhook: TokenReview v1 and v1beta1, knows the token `alice-token`',
  startHost: (options) =>
    startTokenWebhooks({
      ...options,
      tokens: { 'alice-token': { username: 'alice', uid: 'u-alice', groups: ['dev'] } },
    }),
  snippet: (clientConfigFile) =>
    [
      `--authentication-token-webhook-config-file=${clientConfigFile}`,
      '--authentication-token-webhook-version=v1',
      '# The token alice-token belongs to alice of the group dev.',
    ].join('\n'),
})
