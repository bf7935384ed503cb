import type { Anonymous } from './anonymous.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import {
  type Authenticated,
  AuthenticationError,
  type Authenticator,
  type RequestCredentials,
} from '../api/authenticator.ts'

/**
 * Calls the authenticators in turn. The anonymous authenticator is last, and only used if no credentials were
 * rejected.
 */
export function chain(authenticators: readonly Authenticator[], anonymous: Anonymous): Authenticator {
  return {
    async authenticate(presented: RequestCredentials): Promise<Authenticated | undefined> {
      const reasons: string[] = []
      for (const authenticator of authenticators) {
        try {
          // Sequential: the first success ends the search.
          const result = await authenticator.authenticate(presented)
          if (result === undefined) continue
          const isConditionFaulty = anonymous.conditional && fault('anonymous-conditions-restrict-everyone')
          if (!isConditionFaulty || (await anonymous.authenticate(presented)) !== undefined) {
            return withCommonGroup(result)
          }
          return undefined
        } catch (error) {
          if (!(error instanceof AuthenticationError)) throw error
          reasons.push(error.message)
        }
      }
      if (reasons.length === 0 || fault('anonymous-after-rejected-credentials')) {
        return anonymous.authenticate(presented)
      }
      throw new AuthenticationError(reasons.join(', '))
    },
  }
}

function withCommonGroup(authenticated: Authenticated): Authenticated {
  const { user } = authenticated
  if (!freedom('system-authenticated-group-added')) return authenticated
  return { ...authenticated, user: { ...user, groups: [...user.groups, 'system:authenticated'] } }
}
