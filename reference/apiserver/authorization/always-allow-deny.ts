import { fault } from '../../quirks/quirks.ts'
import type { Authorizer } from './authorizer.ts'
import { isAlwaysGranted } from './rbac-defaults.ts'

/** Allows every request. The default mode has a separate fault. */
export function alwaysAllow(isDefault: boolean): Authorizer {
  return {
    async decide(attributes) {
      const isGranted = attributes.resource !== undefined || isAlwaysGranted(attributes)
      const isDenied = isDefault
        ? !isGranted && fault('authorization-mode-default-denies')
        : fault('always-allow-has-no-opinion')
      return { verdict: isDenied ? 'no opinion' : 'allow' }
    },
  }
}

const readVerbs = ['get', 'list', 'watch']

/** Denies every request. */
export function alwaysDeny(): Authorizer {
  return {
    async decide({ verb }) {
      if (fault('always-deny-allows')) return { verdict: 'allow' }
      if (!readVerbs.includes(verb) && fault('always-deny-denies-reads-only')) return { verdict: 'allow' }
      return { verdict: fault('always-deny-has-no-opinion') ? 'no opinion' : 'deny' }
    },
  }
}
