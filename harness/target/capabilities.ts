import { capabilities, type Capability } from '../capabilities.ts'
import { dialectOf } from './dialects.ts'
import type { Target } from './target.ts'

type CapabilityTarget = Pick<Target, 'dialect' | 'capabilities'>

/**
 * Reports whether a target has a capability that the documents do not promise: as the target declares, or else its
 * dialect.
 */
export function hasCapability(target: CapabilityTarget, capability: Capability): boolean {
  return target.capabilities?.[capability] ?? dialectOf(target).capabilities.has(capability)
}

/** Returns the capabilities that checks may need and a target does not have. */
export function capabilitiesOff(target: CapabilityTarget): Capability[] {
  return capabilities.filter((capability) => !hasCapability(target, capability))
}
