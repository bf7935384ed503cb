import type { ServerQuirks } from '../faults.ts'
import type { Authorizer } from './authorizer.ts'
import { alwaysGranted } from './rbac-defaults.ts'

/** Allows everything. As the default mode it has a separate fault. */
export function alwaysAllow(isDefault: boolean, quirks: ServerQuirks): Authorizer {
  return {
    async decide(attributes) {
      const isOpen = attributes.resource !== undefined || alwaysGranted(attributes)
      const denies = isDefault
        ? !isOpen && quirks.fault('authorization-mode-default-denies')
        : quirks.fault('always-allow-has-no-opinion')
      return { verdict: denies ? 'no opinion' : 'allow' }
    },
  }
}

const reading = ['get', 'list', 'watch']

/** Denies everything. */
export function alwaysDeny(quirks: ServerQuirks): Authorizer {
  return {
    async decide({ verb }) {
      if (quirks.fault('always-deny-allows')) return { verdict: 'allow' }
      if (!reading.includes(verb) && quirks.fault('always-deny-denies-reads-only'))
        return { verdict: 'allow' }
      return { verdict: quirks.fault('always-deny-has-no-opinion') ? 'no opinion' : 'deny' }
    },
  }
}
