import { capabilities, type Capability } from '../capabilities.ts'
import { dialectOf } from './dialects.ts'
import type { Target } from './target.ts'

type Declaring = Pick<Target, 'dialect' | 'capabilities'>

/** Whether a target has something that the documents do not promise: as it says itself, or else as its dialect says. */
export function offers(target: Declaring, capability: Capability): boolean {
  return target.capabilities?.[capability] ?? dialectOf(target).capabilities.has(capability)
}

/** What checks may need and a target does not have. */
export function capabilitiesOff(target: Declaring): Capability[] {
  return capabilities.filter((capability) => !offers(target, capability))
}
