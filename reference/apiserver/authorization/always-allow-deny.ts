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

const reading = ['get', 'list', 'watch']

/** Denies everything. */
export function alwaysDeny(): Authorizer {
  return {
    async decide({ verb }) {
      if (fault('always-deny-allows')) return { verdict: 'allow' }
      if (!reading.includes(verb) && fault('always-deny-denies-reads-only')) return { verdict: 'allow' }
      return { verdict: fault('always-deny-has-no-opinion') ? 'no opinion' : 'deny' }
    },
  }
}
