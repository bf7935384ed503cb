import { createSigningKey } from '#mocks/oidc-issuer/index.ts'
import { isUnauthenticated } from '#harness/programs/reviews.ts'
import { AuthenticatorServers } from '../../shared/authentication/authenticators.ts'
import type { CallingProgram } from './calls.ts'
import { loseOnce } from './webhooks.ts'

const { lossy } = new AuthenticatorServers().authenticators('lost', { lossy: (plain) => plain })
let keys = 0

/** Starts a server that trusts an issuer, which signs each token with a new key. */
export async function startWithIssuer(): Promise<CallingProgram> {
  await lossy.untilKnown()
  const peer = await lossy.issuer()
  return {
    calls: () => peer.journal.filter(({ endpoint }) => endpoint === 'keys').length,
    lose: (loss) => peer.answer({ keys: loseOnce(loss, (honest) => honest) }),
    use: async () => {
      const key = await createSigningKey('p256', `lossy-${++keys}`, keys)
      peer.keys.add(key)
      const callerIdentity = await lossy.present(await lossy.mint({ sub: 'alice' }, { key }))
      return isUnauthenticated(callerIdentity)
        ? 'unauthenticated'
        : (callerIdentity.user?.username ?? `${callerIdentity.status}`)
    },
  }
}
