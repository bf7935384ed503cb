import { fault } from '../../quirks/quirks.ts'
import type { Authorizer } from './authorizer.ts'
import { alwaysGranted } from './rbac-defaults.ts'

/** Allows everything. As the default mode it has a separate fault. */
export function alwaysAllow(isDefault: boolean): Authorizer {
  return {
    async decide(attributes) {
      const isOpen = attributes.resource !== undefined || alwaysGranted(attributes)
      const denies = isDefault
        ? !isOpen && fault('authorization-mode-default-denies')
        : fault('always-allow-has-no-opinion')
      return { verdict: denies ? 'no opinion' : 'allow' }
    },
  }
}

/** Denies everything. */
export function alwaysDeny(): Authorizer {
  return {
    async decide() {
      if (fault('always-deny-allows')) return { verdict: 'allow' }
      return { verdict: fault('always-deny-has-no-opinion') ? 'no opinion' : 'deny' }
    },
  }
}
