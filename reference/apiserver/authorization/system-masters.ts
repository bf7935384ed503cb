import type { Authorizer } from './authorizer.ts'

/** Allows every request of members of `system:masters`, regardless of the authorizers after it. */
export function withSystemMasters(behind: Authorizer): Authorizer {
  return {
    decide: async (attributes) =>
      attributes.user.groups.includes('system:masters') ? { verdict: 'allow' } : behind.decide(attributes),
  }
}
