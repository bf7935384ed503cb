import type { Anonymous } from './anonymous.ts'
import { fault, freedom } from '../../quirks/quirks.ts'
import {
  type Authenticated,
  AuthenticationError,
  type Authenticator,
  type RequestCredentials,
} from '../api/authenticator.ts'

/** Calls the authenticators in turn. The anonymous one is last, and only used if no credentials were rejected. */
export function chain(authenticators: readonly Authenticator[], anonymous: Anonymous): Authenticator {
  return {
    async authenticate(presented: RequestCredentials): Promise<Authenticated | undefined> {
      const causes: string[] = []
      for (const authenticator of authenticators) {
        try {
          // Sequential: the first success ends the search.
          const authenticated = await authenticator.authenticate(presented)
          if (authenticated === undefined) continue
          const unnamed = anonymous.conditional && fault('anonymous-conditions-restrict-everyone')
          if (!unnamed || (await anonymous.authenticate(presented)) !== undefined) {
            return withCommonGroup(authenticated)
          }
          return undefined
        } catch (error) {
          if (!(error instanceof AuthenticationError)) throw error
          causes.push(error.message)
        }
      }
      if (causes.length === 0 || fault('anonymous-after-rejected-credentials')) {
        return anonymous.authenticate(presented)
      }
      throw new AuthenticationError(causes.join(', '))
    },
  }
}

function withCommonGroup(authenticated: Authenticated): Authenticated {
  const { user } = authenticated
  if (!freedom('system-authenticated-group-added')) return authenticated
  return { ...authenticated, user: { ...user, groups: [...user.groups, 'system:authenticated'] } }
}
