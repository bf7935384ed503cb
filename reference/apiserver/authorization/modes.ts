import type { FlagValues } from '../../flags/flag-values.ts'
import type { Authorizer } from './authorizer.ts'
import { authorizerChain } from './chain.ts'

const alwaysAllow: Authorizer = { decide: async () => ({ verdict: 'allow' }) }

const alwaysDeny: Authorizer = {
  decide: async () => ({ verdict: 'deny', reason: 'everything is denied' }),
}

/** The content of RBAC is nobody's documented rule: cluster administrators may do all, users may look at themselves. */
const administrators: Authorizer = {
  decide: async ({ user, path }) => {
    const may = user.groups.includes('system:masters') || path.endsWith('/selfsubjectreviews')
    return { verdict: may ? 'allow' : 'no opinion' }
  },
}

const undecided: Authorizer = { decide: async () => ({ verdict: 'no opinion' }) }

const modes: Readonly<Record<string, Authorizer>> = {
  AlwaysAllow: alwaysAllow,
  AlwaysDeny: alwaysDeny,
  RBAC: administrators,
  Node: undecided,
}

/** The chain of `--authorization-mode`. */
export function authorizerFromModes(flags: FlagValues): Authorizer {
  return authorizerChain(flags.strings('authorization-mode').map((mode) => modes[mode] ?? undecided))
}
